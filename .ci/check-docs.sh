#!/usr/bin/env bash
# Checks the documentation: every link leads somewhere, every code block compiles and is formatted, the README's program
# prints what the README says, every public symbol is documented and has its place in the reference.
#
# Needs a Swift toolchain and python3; no network. SCRATCH names the folder for build products (default: .build).
set -euo pipefail
cd "$(dirname "$0")/.."

scratch="${SCRATCH:-.build}/docs"
mkdir -p "$scratch"
scratch=$(cd "$scratch" && pwd)
failed=0
export PYTHONDONTWRITEBYTECODE=1

step() { printf '== %s\n' "$1"; }
check() { "$@" || failed=1; }

step "links, commands, guarantees"
check python3 .ci/docs/check_text.py

step "code blocks"
check python3 .ci/docs/extract_snippets.py "$scratch"
check swift format lint --strict --recursive --parallel --configuration "$scratch/swift-format.json" "$scratch/blocks"

snippets=(--package-path "$scratch/snippets" --scratch-path "$scratch/build")
# One build serves both: the blocks as a client of the library, and the library's symbol graph.
flags=(-Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$scratch/symbols")
mkdir -p "$scratch/symbols"
[ -s "$scratch/symbols/CIS.symbols.json" ] || rm -rf "$scratch/build"
if swift build --build-tests "${snippets[@]}" "${flags[@]}" >"$scratch/build.log" 2>&1; then
    swift test --skip-build "${snippets[@]}" "${flags[@]}" >"$scratch/test.log" 2>&1 || { cat "$scratch/test.log"; failed=1; }
    program=$(swift build --show-bin-path "${snippets[@]}" "${flags[@]}")/Readme
    "$program" | diff -u --label "what README.md says" --label "what its program prints" \
        "$scratch/readme-output.txt" - || failed=1
else
    grep -E '^[^ ]+:[0-9]+:[0-9]+: (error|warning):' "$scratch/build.log" | sort -u || tail -n 40 "$scratch/build.log"
    failed=1
fi

# The adapters' check leaves the stubs, and the library compiled against them, in apple-stubs.
SCRATCH="$scratch" .ci/check-adapters.sh >/dev/null
for folder in "$scratch"/apple/*/; do
    swiftc -typecheck -swift-version 6 -warnings-as-errors -parse-as-library -I "$scratch/apple-stubs" \
        -module-name "$(basename "$folder")" "$folder"/*.swift || failed=1
done

step "reference"
rm -rf "$scratch/reference-symbols" "$scratch/reference"
mkdir -p "$scratch/reference-symbols"
cp "$scratch"/symbols/CIS.symbols.json "$scratch"/symbols/CIS@*.symbols.json "$scratch/reference-symbols" 2>/dev/null || true
if [ -s "$scratch/reference-symbols/CIS.symbols.json" ]; then
    if docc convert Sources/CIS/CIS.docc --additional-symbol-graph-dir "$scratch/reference-symbols" \
        --fallback-display-name CIS --fallback-bundle-identifier swift-cis.CIS \
        --warnings-as-errors --output-path "$scratch/reference" >"$scratch/docc.log" 2>&1; then
        check python3 .ci/docs/check_reference.py "$scratch/reference-symbols" "$scratch/reference"
    else
        cat "$scratch/docc.log"
        failed=1
        check python3 .ci/docs/check_reference.py "$scratch/reference-symbols"
    fi
else
    echo "error: the library did not compile, so there is no reference to check; see $scratch/build.log"
    failed=1
fi

if [ "$failed" -ne 0 ]; then
    echo "documentation: failed"
    exit 1
fi
echo "documentation: ok"
