#!/usr/bin/env bash
# Builds the libraries with every strictness the compiler offers, and times a clean debug build of the target CIS.
set -euo pipefail
cd "$(dirname "$0")/.."
out="${SCRATCH:-.build}/strict"
rm -rf "$out"
flags=(-warnings-as-errors -require-explicit-sendable)
for feature in ExistentialAny MemberImportVisibility InternalImportsByDefault; do
    flags+=(-enable-upcoming-feature "$feature")
done
started=$(date +%s%N)
build() {
    swift build --target "$1" --scratch-path "$out" --explicit-target-dependency-import-check error \
        "${flags[@]/#/-Xswiftc=}"
}
build CIS
milliseconds=$((($(date +%s%N) - started) / 1000000))
build CISTesting
echo "clean debug build of target CIS: $milliseconds ms"
