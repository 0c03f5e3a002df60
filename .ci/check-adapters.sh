#!/usr/bin/env bash
# Compiles the SwiftUI and UIKit adapters, a client of them, the front ends of two examples, and the workers for Apple systems. It
# uses stub modules that declare the Apple API they use, so no Apple system is needed.
set -euo pipefail
cd "$(dirname "$0")/.."
out="${SCRATCH:-.build}/apple-stubs"
mkdir -p "$out"
# With -wmo one process of the compiler reads all files once, instead of once for each file.
flags=(-swift-version 6 -warnings-as-errors -parse-as-library -wmo)
for module in UIKit SwiftUI Security os; do
    swiftc "${flags[@]}" -I "$out" -emit-module -module-name "$module" -emit-module-path "$out/$module.swiftmodule" \
        Tests/AppleStubs/$module/*.swift
done
# The files of a folder. (macOS has bash 3.2, which does not have `mapfile`.)
sources_of() {
    sources=()
    while IFS= read -r file; do sources+=("$file"); done < <(find "$1" -name '*.swift' -not -path '*.docc/*' | sort)
}
sources_of Sources/CIS
swiftc "${flags[@]}" -I "$out" -package-name swift-cis -emit-module -module-name CIS \
    -emit-module-path "$out/CIS.swiftmodule" "${sources[@]}"
swiftc "${flags[@]}" -I "$out" -typecheck -module-name Client Tests/AppleStubs/Client/*.swift
sources_of Sources/CISWorkers
swiftc "${flags[@]}" -I "$out" -I Sources/CCurl/include -package-name swift-cis -emit-module -module-name CISWorkers \
    -emit-module-path "$out/CISWorkers.swiftmodule" "${sources[@]}"
# The front ends of an example that are for Apple systems.
sources_of Examples/TouristSpots/Sources/TouristSpotsScenes
swiftc "${flags[@]}" -I "$out" -package-name TouristSpots -emit-module -module-name TouristSpotsScenes \
    -emit-module-path "$out/TouristSpotsScenes.swiftmodule" "${sources[@]}"
swiftc "${flags[@]}" -I "$out" -typecheck -module-name App Examples/TouristSpots/Apple/*.swift
# An app that opens in Xcode: the links in its folder lead to the sources of its scenes and of its worker.
app=Examples/Receipt/Receipt.swiftpm
for module in ReceiptScenes ReceiptServices; do
    sources_of "$app/${module#Receipt}/"
    swiftc "${flags[@]}" -I "$out" -I Sources/CCurl/include -package-name Receipt \
        -enable-upcoming-feature InternalImportsByDefault -emit-module -module-name "$module" -emit-module-path "$out/$module.swiftmodule" "${sources[@]}"
done
swiftc "${flags[@]}" -I "$out" -I Sources/CCurl/include -package-name Receipt -typecheck -module-name ReceiptApp "$app"/App/*.swift
test "$(wc -l <"$app/Package.swift")" -le 30
echo "adapters: compiled against the stubs"
