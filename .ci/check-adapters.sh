#!/usr/bin/env bash
# Compiles the SwiftUI and UIKit adapters, a client of them, and the workers for Apple systems, against stub modules that
# declare the Apple API they use: no Apple system is needed.
set -euo pipefail
cd "$(dirname "$0")/.."
out="${SCRATCH:-.build}/apple-stubs"
mkdir -p "$out"
flags=(-swift-version 6 -warnings-as-errors -parse-as-library)
for module in SwiftUI UIKit Security os; do
    swiftc "${flags[@]}" -emit-module -module-name "$module" -emit-module-path "$out/$module.swiftmodule" \
        Tests/AppleStubs/$module/*.swift
done
mapfile -t sources < <(find Sources/CIS -name '*.swift' | sort)
swiftc "${flags[@]}" -I "$out" -package-name swift-cis -emit-module -module-name CIS \
    -emit-module-path "$out/CIS.swiftmodule" "${sources[@]}"
swiftc "${flags[@]}" -I "$out" -typecheck -module-name Client Tests/AppleStubs/Client/*.swift
mapfile -t sources < <(find Sources/CISWorkers -name '*.swift' | sort)
swiftc "${flags[@]}" -I "$out" -package-name swift-cis -typecheck -module-name CISWorkers "${sources[@]}"
echo "adapters: compiled against the stubs"
