#!/usr/bin/env bash
# The clients that a package has committed are those of its program: check-clients.sh PACKAGE PROGRAM FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
for client in javascript:scenes.js typescript:scenes.d.ts; do
    swift package --package-path "$1" --allow-writing-to-package-directory \
        bridge-clients --language "${client%%:*}" --product "$2" --output "$3/${client##*:}" --check
done
