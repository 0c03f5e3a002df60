#!/usr/bin/env bash
# Builds the documentation as one website: articles and reference of all libraries, in $SCRATCH/site (default: .build/site).
# To look at it: python3 -m http.server --directory .build/site
#
# BASE_PATH is the path at which the site will be hosted, such as swift-cis. Needs a Swift toolchain and python3; no network.
# REPOSITORY_URL is where the site's first page leads to for the examples.
set -euo pipefail
cd "$(dirname "$0")/.."
site="${SCRATCH:-.build}/site"
graphs="${SCRATCH:-.build}/symbol-graphs"
archives="${SCRATCH:-.build}/archives"
rm -rf "$site" "$graphs" "$archives"
mkdir -p "$archives"
# On macOS, Xcode's docc is not in PATH.
docc=(docc)
if ! command -v docc >/dev/null && command -v xcrun >/dev/null; then docc=(xcrun docc); fi

# What is only for Apple systems has pages, too: elsewhere, the stubs of their modules say what it uses.
stubs="$graphs/stubs"
mkdir -p "$stubs"
if [ "$(uname)" != Darwin ]; then
    for module in UIKit SwiftUI Accessibility Security os; do
        swiftc -swift-version 6 -parse-as-library -wmo -I "$stubs" -emit-module -module-name "$module" \
            -emit-module-path "$stubs/$module.swiftmodule" Tests/AppleStubs/$module/*.swift
    done
fi

# A module comes after those that it imports, and its pages can link to theirs. CISReflection, which is no product, has no pages.
links=()
for module in CIS CISReflection CISTesting CISWorkers CISBridgeClients CISBridge CISInspector; do
    mkdir -p "$graphs/$module"
    # macOS has bash 3.2, which does not have `mapfile`.
    sources=()
    while IFS= read -r file; do sources+=("$file"); done < <(find "Sources/$module" -name '*.swift' -not -path '*.docc/*' | sort)
    # With -wmo one process of the compiler reads all files once, instead of once for each file. What functions do has no pages.
    swiftc -swift-version 6 -parse-as-library -wmo -Xfrontend -experimental-skip-non-inlinable-function-bodies-without-types \
        -package-name swift-cis -I "$graphs" -I "$stubs" -I Sources/CCISBridge/include \
        -I Sources/CCurl/include -I Sources/CTexts/include -module-name "$module" -emit-module -emit-module-path "$graphs/$module.swiftmodule" \
        -emit-symbol-graph -emit-extension-block-symbols -emit-symbol-graph-dir "$graphs/$module" "${sources[@]}"
    # The compiler also writes a graph for every imported module.
    find "$graphs/$module" -name '*.symbols.json' ! -name "$module.symbols.json" ! -name "$module@*" -delete
    [ -d "Sources/$module/$module.docc" ] || continue
    "${docc[@]}" convert "Sources/$module/$module.docc" --additional-symbol-graph-dir "$graphs/$module" \
        --fallback-display-name "$module" --fallback-bundle-identifier "swift-cis.$module" --warnings-as-errors \
        --enable-experimental-external-link-support ${links[@]+"${links[@]}"} --hosting-base-path "${BASE_PATH:-/}" \
        --output-path "$archives/$module.doccarchive"
    links+=(--dependency "$archives/$module.doccarchive")
done
# The theme is that of the first archive, and the order of a pattern depends on the locale.
"${docc[@]}" merge "$archives/CIS.doccarchive" "$archives"/CIS?*.doccarchive --synthesized-landing-page-name swift-cis --output-path "$site"
# The compiler's page at the root says that there is no page.
PYTHONDONTWRITEBYTECODE=1 python3 .ci/docs/landing.py "$site"
