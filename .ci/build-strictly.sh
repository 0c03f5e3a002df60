#!/usr/bin/env bash
# Builds the library with every strictness the compiler offers, and times it: a clean debug build of the target CIS.
set -euo pipefail
cd "$(dirname "$0")/.."
out="${SCRATCH:-.build}/strict"
rm -rf "$out"
flags=(-warnings-as-errors -require-explicit-sendable)
for feature in ExistentialAny MemberImportVisibility InternalImportsByDefault; do
    flags+=(-enable-upcoming-feature "$feature")
done
started=$(date +%s%N)
swift build --target CIS --scratch-path "$out" --explicit-target-dependency-import-check error \
    "${flags[@]/#/-Xswiftc=}"
echo "clean debug build of target CIS: $((($(date +%s%N) - started) / 1000000)) ms"
