#!/usr/bin/env bash
# Compiles the SwiftUI and UIKit adapters, a client of them, two front ends of an example, and the workers for Apple systems. It
# uses stub modules that declare the Apple API they use, so no Apple system is needed.
set -euo pipefail
cd "$(dirname "$0")/.."
out="${SCRATCH:-.build}/apple-stubs"
mkdir -p "$out"
# With -wmo one process of the compiler reads all files once, instead of once for each file.
flags=(-swift-version 6 -warnings-as-errors -parse-as-library -wmo)
for module in SwiftUI UIKit Security os; do
    swiftc "${flags[@]}" -emit-module -module-name "$module" -emit-module-path "$out/$module.swiftmodule" \
        Tests/AppleStubs/$module/*.swift
done
# The files of a folder. (macOS has bash 3.2, which does not have `mapfile`.)
sources_of() {
    sources=()
    while IFS= read -r file; do sources+=("$file"); done < <(find "$1" -name '*.swift' | sort)
}
sources_of Sources/CIS
swiftc "${flags[@]}" -I "$out" -package-name swift-cis -emit-module -module-name CIS \
    -emit-module-path "$out/CIS.swiftmodule" "${sources[@]}"
swiftc "${flags[@]}" -I "$out" -typecheck -module-name Client Tests/AppleStubs/Client/*.swift
sources_of Sources/CISWorkers
swiftc "${flags[@]}" -I "$out" -I Sources/CCurl/include -package-name swift-cis -typecheck -module-name CISWorkers "${sources[@]}"
# The front ends of an example that are for Apple systems.
sources_of Examples/TouristSpots/Sources/TouristSpotsScenes
swiftc "${flags[@]}" -I "$out" -package-name TouristSpots -emit-module -module-name TouristSpotsScenes \
    -emit-module-path "$out/TouristSpotsScenes.swiftmodule" "${sources[@]}"
swiftc "${flags[@]}" -I "$out" -typecheck -module-name App Examples/TouristSpots/Apple/*.swift
echo "adapters: compiled against the stubs"
