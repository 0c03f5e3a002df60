#!/usr/bin/env bash
# Checks the documentation: every link leads somewhere; every code block compiles in each language mode, is formatted and follows the
# rules for scenes; the README's program prints what the README says.
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

# The modes that "Language modes of a client" in Isolation names. The package of the blocks has the first mode. With full effort also Swift 6
# with both defaults of Xcode 26 together.
modes=("-swift-version 6"
    "-swift-version 5 -enable-upcoming-feature StrictConcurrency -enable-upcoming-feature InferSendableFromCaptures"
    "-swift-version 6 -default-isolation MainActor"
    "-swift-version 6 -enable-upcoming-feature NonisolatedNonsendingByDefault")
if [ "${EFFORT:-}" = full ]; then
    modes+=("-swift-version 6 -default-isolation MainActor -enable-upcoming-feature NonisolatedNonsendingByDefault \
        -enable-upcoming-feature InferIsolatedConformances")
fi
# Compiles the blocks in a folder in one mode: compile_blocks FOLDER MODE OPTION…
compile_blocks() {
    local folder="$1" name mode=()
    name=$(basename "$folder")
    read -ra mode <<<"$2"
    shift 2
    # The README's program is the only one with code outside of declarations.
    [ "$name" = Readme ] || mode+=(-parse-as-library)
    # With -wmo one process of the compiler reads all files once, instead of once for each file.
    swiftc -typecheck -wmo -warnings-as-errors "${mode[@]}" -module-name "$name" "$@" "$folder"/*.swift ||
        { printf 'FAILED: %s %s\n' "$name" "${mode[*]}"; failed=1; }
}

# With SWIFTPM_BUILD_DIR, as in the gate, the library is not compiled once more.
products="${SWIFTPM_BUILD_DIR:-$scratch/build}"
snippets=(--package-path "$scratch/snippets" --scratch-path "$products")
built=$(swift build --show-bin-path "${snippets[@]}")
if swift build --build-tests "${snippets[@]}" >"$scratch/build.log" 2>&1; then
    for deferred in 0 1; do
        CIS_DEFERRED_STARTS=$deferred swift test --skip-build "${snippets[@]}" >"$scratch/test.log" 2>&1 ||
            { cat "$scratch/test.log"; failed=1; }
        grep 'Test run with' "$scratch/test.log" || failed=1
    done
    "$built/Readme" | diff -u --label "what README.md says" \
        --label "what its program prints" "$scratch/readme-output.txt" - || failed=1
    jobs=()
    for mode in "${modes[@]:1}"; do
        (
            for folder in "$scratch"/snippets/Sources/*/; do
                compile_blocks "$folder" "$mode" -I "$built/Modules" \
                    -I Sources/CCISBridge/include -I Sources/CCurl/include -I Sources/CTexts/include
            done
            exit "$failed"
        ) &
        jobs+=("$!")
    done
    for job in "${jobs[@]}"; do wait "$job" || failed=1; done
else
    grep -E '^[^ ]+:[0-9]+:[0-9]+: (error|warning):' "$scratch/build.log" | sort -u || tail -n 40 "$scratch/build.log"
    failed=1
fi

# The check of the adapters writes the stubs, and the core compiled against them, into apple-stubs.
SCRATCH="$scratch" .ci/check-adapters.sh --core
for mode in "${modes[@]}"; do
    for folder in "$scratch"/apple/Sources/*/; do compile_blocks "$folder" "$mode" -I "$scratch/apple-stubs"; done
done

# The articles follow the rules for scenes, except those for the places of files and views.
swift build --product scene-generator --scratch-path "$products" >"$scratch/build.log" 2>&1 || { cat "$scratch/build.log"; failed=1; }
for package in snippets apple; do
    "$built/scene-generator" lint-scenes --package-path "$scratch/$package" \
        >"$scratch/lint.log" || [ $? -eq 1 ] || failed=1
    grep 'scenes*, [0-9]* to report' "$scratch/lint.log" || failed=1
    if grep ': warning: ' "$scratch/lint.log" | grep -vE '\[(structure|ui-import)\]$'; then failed=1; fi
done

if [ "$failed" -ne 0 ]; then
    echo "documentation: failed"
    exit 1
fi
echo "documentation: ok"
