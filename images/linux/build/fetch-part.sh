#!/usr/bin/env bash
# fetch-part.sh URL SHA256 FILE: downloads one part of the image, and compares it with the checksum that pins.json has for it.
# The checksum is empty while unresolved: the version in the address is then all that pins the part.
set -o errexit -o nounset -o pipefail
url="$1" expected="$2" file="$3"

curl --fail --location --silent --show-error --retry 3 --output "$file" "$url"
read -r actual _ < <(sha256sum "$file")
if [[ -z "$expected" ]]; then
  echo "WARNING: $url is pinned by its version alone; it has SHA-256 $actual." >&2
elif [[ "$actual" != "${expected,,}" ]]; then
  rm "$file"
  echo "$url has SHA-256 $actual, but pins.json expects $expected." >&2
  exit 1
fi
