#!/usr/bin/env bash
# Builds each library with the strictest settings of the compiler, and prints how long a clean debug build takes.
set -euo pipefail
cd "$(dirname "$0")/.."
out="${SCRATCH:-.build}/strict"
rm -rf "$out"
flags=(-warnings-as-errors -require-explicit-sendable)
for feature in ExistentialAny MemberImportVisibility InternalImportsByDefault; do
    flags+=(-enable-upcoming-feature "$feature")
done
for target in CIS CISReflection CISTesting CISWorkers CISBridge; do
    SECONDS=0
    swift build --target "$target" --scratch-path "$out" --explicit-target-dependency-import-check error \
        "${flags[@]/#/-Xswiftc=}"
    echo "clean debug build of target $target: $SECONDS s"
done
