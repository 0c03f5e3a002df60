#!/usr/bin/env bash
# X9: what an app with one scene and with twenty weighs, and how long the processor takes to build it, beside the same app
# by hand and an empty program. Usage: measure.sh [OPTION…], with options for `swift build`.
#
# Every row is a build of its own, clean unless the row says otherwise, with the same command.
# KEEP names a folder for the packages and build products, which otherwise are removed.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
library="$(cd "$here/../../.." && pwd)"
work="${KEEP:-$(mktemp -d)}"
if [ -z "${KEEP:-}" ]; then trap 'rm -rf "$work"' EXIT; fi
TIMEFORMAT='%U %S'

# write_app NAME TEMPLATE COUNT: writes an app with COUNT copies of the template.
write_app() {
    local sources="$work/app/Sources/$1" number
    mkdir -p "$sources"
    {
        echo "@main enum Program { static func main() async {"
        for ((number = 1; number <= $3; number++)); do echo "await Booking$number.run()"; done
        echo "} }"
    } >"$sources/Program.swift"
    for ((number = 1; number <= $3; number++)); do
        sed -E "s/Booking/Booking$number/g" "$here/$2" >"$sources/Booking$number.swift"
    done
}

mkdir -p "$work/app"
cat >"$work/app/Package.swift" <<PACKAGE
// swift-tools-version: 6.3
import PackageDescription
let library: [Target.Dependency] = [.product(name: "CIS", package: "swift-cis")]
let package = Package(
    name: "app", platforms: [.macOS(.v15)], dependencies: [.package(name: "swift-cis", path: "$library")],
    targets: [
        .executableTarget(name: "nothing"),
        .executableTarget(name: "hand1"), .executableTarget(name: "hand20"),
        .executableTarget(name: "library", dependencies: library),
        .executableTarget(name: "scenes1", dependencies: library),
        .executableTarget(name: "scenes20", dependencies: library),
    ], swiftLanguageModes: [.v6])
PACKAGE
write_app nothing ByHand.swift 0
write_app hand1 ByHand.swift 1
write_app hand20 ByHand.swift 20
write_app library Scene.swift 0
write_app scenes1 Scene.swift 1
write_app scenes20 Scene.swift 20

# row TITLE PRODUCT SCRATCH OPTION…: builds a product, and prints what that took and what it weighs.
row() {
    local title="$1" product="$2" scratch="$work/$3" times program
    shift 3
    if ! times=$({ time swift build -c release --package-path "$work/app" --scratch-path "$scratch" --product "$product" \
        "$@" >"$work/log" 2>&1; } 2>&1); then
        cat "$work/log" >&2
        return 1
    fi
    program="$(swift build -c release --package-path "$work/app" --scratch-path "$scratch" "$@" --show-bin-path)/$product"
    strip -o "$work/stripped" "$program"
    awk -v title="$title" -v size="$(wc -c <"$work/stripped")" '{
        printf "%-46s %8.1f s %8.0f kB\n", title, $1 + $2, size / 1000 }' <<<"$times"
}

# Builds once before the rows, because SwiftPM keeps the manifests and the modules of the toolchain. No row includes that work.
swift build -c release --package-path "$work/app" --scratch-path "$work/first" --product nothing >/dev/null 2>&1

printf '%-46s %10s %11s\n' "" "processor" "stripped"
row "an empty program" nothing nothing "$@"
row "one screen by hand" hand1 hand1 "$@"
row "twenty screens by hand" hand20 hand20 "$@"
row "the library, and a program that calls nothing" library library "$@"
row "one scene, when the library is built" scenes1 library "$@"
row "twenty scenes, when the library is built" scenes20 library "$@"
