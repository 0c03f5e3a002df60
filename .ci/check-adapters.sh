#!/usr/bin/env bash
# Compiles the SwiftUI and UIKit adapters, and a client of them, against stub modules that declare the Apple API they
# use: no Apple system is needed.
set -euo pipefail
cd "$(dirname "$0")/.."
out="${SCRATCH:-.build}/apple-stubs"
mkdir -p "$out"
flags=(-swift-version 6 -warnings-as-errors -parse-as-library)
for module in SwiftUI UIKit; do
    swiftc "${flags[@]}" -emit-module -module-name "$module" -emit-module-path "$out/$module.swiftmodule" \
        Tests/AppleStubs/$module/*.swift
done
mapfile -t sources < <(find Sources/CIS -name '*.swift' | sort)
swiftc "${flags[@]}" -I "$out" -package-name swift-cis -emit-module -module-name CIS \
    -emit-module-path "$out/CIS.swiftmodule" "${sources[@]}"
swiftc "${flags[@]}" -I "$out" -typecheck -module-name Client Tests/AppleStubs/Client/*.swift
echo "adapters: compiled against the stubs"
