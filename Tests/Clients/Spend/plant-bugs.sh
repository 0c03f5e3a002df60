#!/usr/bin/env bash
# Plants each bug of README.md. The tests in its row must fail, and show the message in its row: plant-bugs.sh COMMAND…
# The command runs the tests, and its paths are absolute.
set -euo pipefail
cd "$(dirname "$0")"
rows() { awk -F ' *[|] *' '/^[|] `[a-z]/ { gsub("`", "", $2); print $2 "|" $4 "|" $5 }' README.md; }

planted=$(sed -nE 's/^    case ([a-zA-Z]+)$/\1/p' Sources/Spend/PlantedBug.swift | sort)
[ "$planted" = "$(rows | cut -d '|' -f 1 | sort)" ] || { echo "README.md does not have the bugs of PlantedBug.swift."; exit 1; }

log=$(mktemp)
number=0
while IFS='|' read -r bug tests message; do
    if SPEND_BUG="$bug" "$@" --filter "\`(${tests//, /|}) " >"$log" 2>&1 </dev/null; then
        echo "$bug is not found by $tests."
        exit 1
    fi
    for test in ${tests//,/}; do
        grep -q "✘ Test \"$test .* recorded an issue" "$log" || { cat "$log"; echo "$bug is not found by $test."; exit 1; }
    done
    grep -qF "$message" "$log" || { cat "$log"; echo "No test says of $bug: $message"; exit 1; }
    number=$((number + 1))
done < <(rows)
echo "$number of $number planted bugs found"
