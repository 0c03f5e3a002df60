#!/usr/bin/env bash
# Writes Documentation/Reference from the sources: one page for each library, with every public symbol.
#
# Needs a Swift toolchain and python3; no network. SCRATCH names the folder for build products (default: .build).
# With --symbols, only the symbol graphs are written, into $SCRATCH/symbol-graphs.
set -euo pipefail
cd "$(dirname "$0")/.."
out="${SCRATCH:-.build}/symbol-graphs"
export PYTHONDONTWRITEBYTECODE=1
rm -rf "$out"

# A module comes after those that it imports. No page is written for a module that is not a product.
for module in CIS CISReflection CISTesting CISWorkers CISBridge; do
    mkdir -p "$out/$module"
    # macOS has bash 3.2, which does not have `mapfile`.
    sources=()
    while IFS= read -r file; do sources+=("$file"); done < <(find "Sources/$module" -name '*.swift' | sort)
    # With -wmo one process of the compiler reads all files once, instead of once for each file.
    swiftc -swift-version 6 -parse-as-library -wmo -package-name swift-cis -I "$out" -I Sources/CCISBridge/include -I Sources/CCurl/include \
        -module-name "$module" -emit-module -emit-module-path "$out/$module.swiftmodule" \
        -emit-symbol-graph -emit-symbol-graph-dir "$out/$module" "${sources[@]}"
    # The compiler also writes a graph for every imported module.
    find "$out/$module" -name '*.symbols.json' ! -name "$module.symbols.json" ! -name "$module@*" -delete
    [ "${1:-}" != --symbols ] || continue
    [ -e "Documentation/Reference/$module.md" ] || continue
    python3 .ci/docs/write_reference.py "$module" "$out/$module" "Documentation/Reference/$module.md"
done
