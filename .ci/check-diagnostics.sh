#!/usr/bin/env bash
# Compiles snippets that the compiler must warn about or refuse, and checks that it does.
set -euo pipefail
cd "$(dirname "$0")/.."
out="${SCRATCH:-.build}/diagnostics"
mkdir -p "$out"
for module in CISReflection CIS CISTesting; do
    # macOS has bash 3.2, which does not have `mapfile`.
    sources=()
    while IFS= read -r file; do sources+=("$file"); done < <(find "Sources/$module" -name '*.swift' -not -path '*.docc/*' | sort)
    # Snippets see declarations, not what functions do.
    swiftc -swift-version 6 -parse-as-library -wmo -Xfrontend -experimental-skip-non-inlinable-function-bodies-without-types \
        -package-name swift-cis -emit-module -module-name "$module" -I "$out" \
        -emit-module-path "$out/$module.swiftmodule" "${sources[@]}"
done

# The first line of each file, "// expect: TEXT", contains a text that the compiler's first error or warning must contain; after
# "// expect for each line: TEXT", the first one of each line that has any. "// expect below: TEXT" may be in a later one.
status=0
for snippet in Tests/Diagnostics/*.swift; do
    expected=$(sed -nE '1s/^\/\/ expect( below| for each line)?: //p' "$snippet")
    said=$(swiftc -swift-version 6 -parse-as-library -I "$out" -typecheck "$snippet" 2>&1 || true)
    firsts=$(grep -E '^[^ ].*(error|warning): ' <<<"$said" | awk -F: '!seen[$2]++' || true)
    case "$(head -n 1 "$snippet")" in
    *"expect below: "*) checked=$said ;;
    *"expect for each line: "*) checked=$(grep -vF "$expected" <<<"$firsts" || echo "$expected") ;;
    *) checked=$(head -n 1 <<<"$firsts") ;;
    esac
    if [ -n "$expected" ] && grep -qF "$expected" <<<"$checked"; then
        echo "ok: $snippet: $expected"
    else
        printf 'missing in %s: %s\n%s\n' "$snippet" "$expected" "$said"
        status=1
    fi
done
exit $status
