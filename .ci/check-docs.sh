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

step "links, commands, guarantees, words"
check python3 .ci/docs/check_text.py
check python3 .ci/docs/pictures.py --check
count_words() { python3 .ci/docs/count_words.py | tail -n 1; }
check count_words

step "code blocks"
check python3 .ci/docs/extract_snippets.py "$scratch"
# Runs inside the folder, because the formatter takes a folder whose name begins like that of the current one for a part of it.
lint_blocks() (
    cd "$scratch/blocks" || exit 1
    swift format lint --strict --recursive --parallel --configuration "$scratch/swift-format.json" .
)
check lint_blocks

# With SWIFTPM_BUILD_DIR, as in the gate, the library is not compiled once more.
products="${SWIFTPM_BUILD_DIR:-$scratch/build}"
snippets=(--package-path "$scratch/snippets" --scratch-path "$products")
if swift build --build-tests "${snippets[@]}" >"$scratch/build.log" 2>&1; then
    for deferred in 0 1; do
        CIS_DEFERRED_STARTS=$deferred swift test --skip-build "${snippets[@]}" >"$scratch/test.log" 2>&1 ||
            { cat "$scratch/test.log"; failed=1; }
        grep 'Test run with' "$scratch/test.log" || failed=1
    done
    "$(swift build --show-bin-path "${snippets[@]}")/Readme" | diff -u --label "what README.md says" \
        --label "what its program prints" "$scratch/readme-output.txt" - || failed=1
else
    grep -E '^[^ ]+:[0-9]+:[0-9]+: (error|warning):' "$scratch/build.log" | sort -u || tail -n 40 "$scratch/build.log"
    failed=1
fi

# The check of the adapters writes the stubs, and the library compiled against them, into apple-stubs.
SCRATCH="$scratch" .ci/check-adapters.sh >/dev/null
for folder in "$scratch"/apple/*/; do
    swiftc -typecheck -swift-version 6 -warnings-as-errors -parse-as-library -I "$scratch/apple-stubs" \
        -module-name "$(basename "$folder")" "$folder"/*.swift || failed=1
done

step "site and reference"
check env SCRATCH="$scratch" .ci/build-site.sh
check python3 .ci/docs/check_site.py "$scratch/site"
for catalog in Sources/*/*.docc; do
    module=$(basename "$catalog" .docc)
    check python3 .ci/docs/check_reference.py "$module" "$scratch/symbol-graphs/$module" "$scratch/archives/$module.doccarchive"
done

if [ "$failed" -ne 0 ]; then
    echo "documentation: failed"
    exit 1
fi
echo "documentation: ok"
