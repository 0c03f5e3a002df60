#!/usr/bin/env bash
# The README's first scene, and one generated scene of each kind. SCRATCH names the folder for build products (default: .build).
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
scratch="${SCRATCH:-$root/.build}"
work="$scratch/generated-scenes"
rm -rf "$work" && mkdir -p "$work"
ln -s "$root" "$work/swift-cis"
# The first commands of the README, word for word, beside a checkout. The last one runs the tests, when all scenes are there.
sed -n '/^mkdir Movies$/,/^```$/p' README.md | sed '$d' >"$work/commands"
cd "$work"
# All packages share the build products of the library.
export SWIFT_BACKTRACE=enable=no SWIFTPM_BUILD_DIR="$scratch"
test "$(tail -n 1 commands)" = "swift test --package-path Movies"
sed '$d' commands | bash -euo pipefail

for end in Terminal SwiftUI UIKit; do
    mkdir "Movies/Sources/Movies$end"
    sed -i.old "s|^    targets: \[\$|&\\
        .target(name: \"Movies$end\", dependencies: [\"MoviesScenes\", cis]),|" Movies/Package.swift
done
new_scene() { swift run --package-path swift-cis scene-generator new-scene "$@" --package-path Movies --target MoviesScenes; }
new_scene Settings --no-output --field title --field Copies:Int --tests both --front-end swiftui
new_scene Sheet --child-of Movies --tests both --front-end uikit
new_scene Steps --child-of Sheet --as stack --no-output --front-end terminal
new_scene Row --child-of Steps --as list --tests both --front-end swiftui
new_scene 영화 --child-of Movies --as list --no-output --field title
# The command that the README of the generated package shows.
command=$(grep -- '--child-of' Movies/README.md)
(cd Movies && bash -e <<<"$command")

tail -n 1 commands | bash -euo pipefail 2>&1 | tee log
if grep -E '(warning|error): ' log; then exit 1; fi
CIS_DEFERRED_STARTS=1 swift test --skip-build --package-path Movies
(cd Movies && swift package lint-scenes)
swift format lint --strict --parallel --recursive --configuration swift-cis/.swift-format Movies/Sources Movies/Tests
