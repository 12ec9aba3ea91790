# What a pipeline job can find, looked for as somebody would who came in with a pull request. A line for each find.
root=$(cd "$AGENT_HOMEDIRECTORY/../.." && pwd)
names='^(AZP_|AZURE_|VSTS_AGENT_INPUT_)'
token='eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.|[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}'
key='privateExponent|"d" *:|PRIVATE KEY'

variables() {
  tr '\0' '\n' | grep -E "$names" | cut -d= -f1 | sort -u | sed "s/^/found variable /;s/\$/ of $1/"
}
tokens() {
  tr '\0' '\n' | grep -E "$token" | cut -d= -f1 | sed "s/^/found token in variable /;s/\$/ of $1/"
}

env -0 | variables "the job"
env -0 | tokens "the job"

# Up from the job: worker, listener, supervisor.
process=$PPID
while [ "$process" -gt 1 ]; do
  case $(tr '\0' ' ' <"/proc/$process/cmdline") in
    *Agent.Worker*) who="the worker" ;;
    *Agent.Listener*) who="the listener" ;;
    *supervisor.js*) who="the supervisor" ;;
    *) break ;;
  esac
  variables "$who" <"/proc/$process/environ"
  tokens "$who" <"/proc/$process/environ"
  if tr '\0' ' ' <"/proc/$process/cmdline" | grep -qE "$token"; then
    echo "found token on the command line of $who"
  fi
  process=$(awk '{ print $4 }' "/proc/$process/stat")
done

# Mounted volumes are links, each with a folder of its own behind it.
grep -RIlE "$token|$key" "$root" --exclude-dir=node --exclude-dir=externals --exclude-dir=bin --exclude='*.js' 2>/dev/null |
  grep -v '/\.\.' | sed "s|^$root|found file |" | sort -u

# Stands for the node's metadata service, which answers every pod.
metadata=${METADATA_ADDRESS:-http://169.254.169.254}
if curl -s -m 5 -H Metadata:true "$metadata/metadata/identity/oauth2/token?resource=https://management.azure.com/" | grep -qE "$token"; then
  echo "found token at the metadata address"
fi
exit 0
