#!/usr/bin/env bash
# Writes Documentation/Reference, a page per library with every public symbol, of the sources.
#
# Needs a Swift toolchain and python3; no network. SCRATCH names the folder for build products (default: .build).
set -euo pipefail
cd "$(dirname "$0")/.."
out="${SCRATCH:-.build}/reference-graphs"
export PYTHONDONTWRITEBYTECODE=1
rm -rf "$out"

# The modules that the libraries import come before them; no page is written of those that are no product.
for module in CIS CISReflection CISTesting CISWorkers CISBridge; do
    mkdir -p "$out/$module"
    # macOS has bash 3.2, which knows no mapfile.
    sources=()
    while IFS= read -r file; do sources+=("$file"); done < <(find "Sources/$module" -name '*.swift' | sort)
    swiftc -swift-version 6 -parse-as-library -package-name swift-cis -I "$out" -I Sources/CCISBridge/include -module-name "$module" -emit-module \
        -emit-module-path "$out/$module.swiftmodule" -emit-symbol-graph -emit-symbol-graph-dir "$out/$module" "${sources[@]}"
    # Every graph of what has been imported is written, too.
    find "$out/$module" -name '*.symbols.json' ! -name "$module.symbols.json" ! -name "$module@*" -delete
    [ -e "Documentation/Reference/$module.md" ] || continue
    python3 .ci/docs/write_reference.py "$module" "$out/$module" "Documentation/Reference/$module.md"
done
