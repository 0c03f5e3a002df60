#!/usr/bin/env bash
# Fails if the public API has lost or changed something since an earlier version: check-api.sh EARLIER [ALLOWED]
# EARLIER is a folder with the package's sources at that version. ALLOWED (default: .ci/api-breakages.txt) has the messages of what may
# break, one a line. MODULES restricts the check. Needs a Swift toolchain; nothing is linked.
set -euo pipefail
cd "$(dirname "$0")/.."
earlier="$1" allowed="${2:-.ci/api-breakages.txt}" out="${SCRATCH:-.build}/api"
rm -rf "$out" && mkdir -p "$out/earlier" "$out/now"
# On macOS, Xcode's tool is not in PATH.
digester=(swift-api-digester -sdk /)
if ! command -v swift-api-digester >/dev/null; then digester=(xcrun swift-api-digester -sdk "$(xcrun --show-sdk-path)"); fi
digester+=(-target "$(swiftc -print-target-info | sed -nE 's/.*"triple": "(.*)".*/\1/p' | head -n 1)")

# Writes what a module makes public: dump FOLDER NAME MODULE. A module comes after those that it imports.
dump() {
    local sources=() include=(-I "$out/$2") header
    for header in CCISBridge CCurl CTexts; do include+=(-I "$1/Sources/$header/include"); done
    # macOS has bash 3.2, which does not have `mapfile`.
    while IFS= read -r file; do sources+=("$file"); done < <(find "$1/Sources/$3" -name '*.swift' -not -path '*.docc/*' | sort)
    swiftc -swift-version 6 -parse-as-library -wmo -package-name swift-cis "${include[@]}" -module-name "$3" -emit-module \
        -emit-module-path "$out/$2/$3.swiftmodule" "${sources[@]}"
    "${digester[@]}" -dump-sdk -module "$3" -o "$out/$2/$3.json" "${include[@]}" -avoid-location -avoid-tool-args
}

for module in ${MODULES:-CIS CISReflection CISTesting CISWorkers CISBridge CISInspector CISBridgeClients}; do
    dump "$earlier" earlier "$module"
    dump . now "$module"
    # This one is no product.
    [ "$module" != CISReflection ] || continue
    "${digester[@]}" -diagnose-sdk -compiler-style-diags -input-paths "$out/earlier/$module.json" \
        -input-paths "$out/now/$module.json" 2>&1 | sed -n "s/^API breakage: /$module: /p" >>"$out/breakages"
done
grep -v '^#' "$allowed" | sort >"$out/allowed" || true
sort -u "$out/breakages" -o "$out/breakages"
comm -23 "$out/breakages" "$out/allowed" | sed 's/^/error: the public API is broken: /' | tee "$out/errors"
comm -13 "$out/breakages" "$out/allowed" | sed 's/^/error: allowed, but not broken: /' | tee -a "$out/errors"
echo "$(wc -l <"$out/breakages" | tr -d ' ') breakages, $(wc -l <"$out/allowed" | tr -d ' ') allowed"
test ! -s "$out/errors"
