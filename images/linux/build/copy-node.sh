#!/usr/bin/env bash
# copy-node.sh EXTERNALS FOLDER: copies the highest Node of the agent package, at least 20, for the supervisor. A copy, not a link:
# an update of the agent renames `externals`.
set -o errexit -o nounset -o pipefail
externals="$1" folder="$2"

newest="$(
  for file in "$externals"/node*/bin/node; do
    [[ -x "$file" ]] && version="$("$file" --version)" && printf '%s %s\n' "${version#v}" "$file"
  done | sort --version-sort | tail -n 1
)"
version="${newest%% *}"
if [[ -z "$newest" || "${version%%.*}" -lt 20 ]]; then
  echo "The agent package has no Node 20 or newer in $externals." >&2
  exit 1
fi
mkdir --parents "$folder/bin"
cp --dereference "${newest#* }" "$folder/bin/node"
echo "The supervisor runs with Node $version."
