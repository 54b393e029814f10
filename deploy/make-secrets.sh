#!/bin/sh
# Creates the secrets of compose.yaml, each a file in deploy/secrets. Files that exist are kept.
# Usage: deploy/make-secrets.sh [folder]
set -eu
folder="${1:-$(dirname "$0")/secrets}"
# The folder keeps other users of this machine out. The files are readable, because they are mounted one by one
# into containers that run as other users.
umask 022
mkdir -p "$folder"
chmod 700 "$folder"

random() { head -c 24 /dev/urandom | base64 | tr '+/' '-_'; }
keep() { [ -e "$folder/$1" ] || printf '%s\n' "$2" > "$folder/$1"; }
read_back() { cat "$folder/$1"; }

keep postgres_password "$(random)"
keep database_url "postgres://stretto:$(read_back postgres_password)@postgres:5432/stretto"
keep api_key "$(random)"
# The service needs only the digest of the key.
keep api_keys "operator:sha256:$(printf '%s' "$(read_back api_key)" | sha256sum | cut -d ' ' -f 1)"
keep grafana_password "$(random)"
# Empty: the offline stand-in answers. Put a key here to ask real models.
keep openrouter_api_key "${OPENROUTER_API_KEY:-}"

echo "The secrets are in $folder. Callers use the key in $folder/api_key."
