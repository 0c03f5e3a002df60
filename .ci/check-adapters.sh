#!/usr/bin/env bash
# Compiles the SwiftUI and UIKit adapters, a client of them, the front ends of three examples, and the workers for Apple systems. It
# uses stub modules that declare the Apple API they use, so no Apple system is needed. With `--core`, it ends behind the adapters.
set -euo pipefail
cd "$(dirname "$0")/.."
out="${SCRATCH:-.build}/apple-stubs"
mkdir -p "$out"
# With -wmo one process of the compiler reads all files once, instead of once for each file.
flags=(-swift-version 6 -warnings-as-errors -parse-as-library -wmo)
for module in UIKit SwiftUI Accessibility Security os; do
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
[ "${1:-}" != --core ] || exit 0
swiftc "${flags[@]}" -I "$out" -typecheck -module-name Client Tests/AppleStubs/Client/*.swift
sources_of Sources/CISWorkers
swiftc "${flags[@]}" -I "$out" -I Sources/CCurl/include -package-name swift-cis -emit-module -module-name CISWorkers \
    -emit-module-path "$out/CISWorkers.swiftmodule" "${sources[@]}"
# The front ends of an example that are for Apple systems.
sources_of Examples/TouristSpots/Sources/TouristSpotsScenes
swiftc "${flags[@]}" -I "$out" -package-name TouristSpots -emit-module -module-name TouristSpotsScenes \
    -emit-module-path "$out/TouristSpotsScenes.swiftmodule" "${sources[@]}"
swiftc "${flags[@]}" -I "$out" -typecheck -module-name App Examples/TouristSpots/Apple/*.swift
# The apps that open in Xcode: the links in such a folder lead to the sources of the scenes and of the worker.
# Arguments: the folder of the package, the first word of its modules.
check_app() {
    local folder="Examples/$1/$1.swiftpm" module
    local app=("${flags[@]}" -I "$out" -I Sources/CCurl/include -I "Examples/$1/Sources/CLibcrypto" -package-name "$1")
    for module in Scenes Services; do
        sources_of "$folder/$module/"
        swiftc "${app[@]}" -enable-upcoming-feature InternalImportsByDefault -emit-module -module-name "$2$module" \
            -emit-module-path "$out/$2$module.swiftmodule" "${sources[@]}"
    done
    swiftc "${app[@]}" -typecheck -module-name "$2App" "$folder"/App/*.swift
    test "$(wc -l <"$folder/Package.swift")" -le 30
}
check_app Receipt Receipt
check_app FootballGather Gather
echo "adapters: compiled against the stubs"
