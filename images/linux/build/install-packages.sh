#!/usr/bin/env bash
# install-packages.sh [SNAPSHOT]: what the agent's bin/installdependencies.sh installs on Debian and Ubuntu (microsoft/azure-pipelines-agent
# 42bde98), without debsums, which only adds to its diagnostics; an init process, as Node does not reap orphans; and Git with LFS.
# SNAPSHOT is a time in Ubuntu's archive, such as 20261115T000000Z; all packages are those of that time.
set -o errexit -o nounset -o pipefail
export DEBIAN_FRONTEND=noninteractive

apt-get update
apt-get install --yes --no-install-recommends ca-certificates
if [[ -n "${1-}" ]]; then
  # https://documentation.ubuntu.com/server/how-to/software/snapshot-service: over HTTPS, hence the certificates first.
  echo "APT::Snapshot \"$1\";" > /etc/apt/apt.conf.d/50snapshot
  apt-get update
fi
# The number in the name differs from release to release.
libicu="$(apt-cache search --names-only '^libicu[0-9]+$' | cut --delimiter=' ' --fields=1 | sort --version-sort | tail -n 1)"
apt-get install --yes --no-install-recommends "$libicu" libkrb5-3 liblttng-ust1 libssl3 zlib1g curl git git-lfs tini
git lfs install --system --skip-repo
rm -rf /var/lib/apt/lists/*
