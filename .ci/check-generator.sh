#!/usr/bin/env bash
# Generates scenes with every combination of options into new packages, and checks them: they are formatted, they compile without
# a warning in the strictest settings, their tests pass, and lint-scenes reports nothing. Then it checks the plugin, and the
# README's three commands, word for word.
#
# All scenes of one kind share a package, so that there are few builds. SCRATCH names the folder for build products.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
scratch="${SCRATCH:-$root/.build}"
mkdir -p "$scratch"
scratch=$(cd "$scratch" && pwd)
work="$scratch/generator"
rm -rf "$work/packages" "$work/app" "$work/names" "$work/newcomer"
mkdir -p "$work/packages" "$work/app"
export SWIFT_BACKTRACE=enable=no

step() { printf '== %s (%d s)\n' "$1" "$SECONDS"; }

# Runs a command, and shows its output only if it fails.
quietly() {
    local log="$work/log"
    "$@" >"$log" 2>&1 || { cat "$log"; printf 'FAILED: %s\n' "$*"; exit 1; }
}

step "the tool"
quietly swift build --product scene-generator --scratch-path "$scratch"
tool=$(swift build --show-bin-path --scratch-path "$scratch")/scene-generator

new_scene() { quietly "$tool" new-scene "$@" --package-path "${package:-$work/app}"; }

settings='[
    .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("InternalImportsByDefault"),
]'
cis='.product(name: "CIS", package: "swift-cis")'

# manifest NAME TARGET...: a package with these targets, written as in a manifest.
manifest() {
    local name=$1
    shift
    cat <<SWIFT
// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = $settings
let cis: Target.Dependency = $cis
let testing: Target.Dependency = .product(name: "CISTesting", package: "swift-cis")
let package = Package(
    name: "$name",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(name: "swift-cis", path: "$root")],
    targets: [$(printf '%s, ' "$@")],
    swiftLanguageModes: [.v6]
)
SWIFT
}

step "scenes in a package that is there"
app="$work/app"
targets=('.target(name: "App", dependencies: [cis], swiftSettings: settings)'
    '.testTarget(name: "AppTests", dependencies: ["App", cis, testing, .product(name: "CISInspector", package: "swift-cis")], swiftSettings: settings)')
mkdir -p "$app/Sources/App" "$app/Tests/AppTests"
for end in SwiftUI UIKit Terminal; do
    mkdir -p "$app/Sources/App$end"
    targets+=(".target(name: \"App$end\", dependencies: [\"App\", cis], swiftSettings: settings)")
done
manifest App "${targets[@]}" >"$app/Package.swift"
scenes=0
kin=0
# Returns the options of a kind: `output` for scenes with outputs, `silent` for --no-output.
options_of() { [ "$1" = output ] || printf -- '--no-output'; }
for kind in output silent; do
    for end in none terminal swiftui uikit; do
        for tests in swift-testing xctest both none; do
            scenes=$((scenes + 1))
            new_scene "Scene$scenes" --target App $(options_of $kind) --front-end $end --tests $tests
        done
    done
    new_scene "Form$kind" --target App $(options_of $kind) --field title --field Copies:Int --field price:Double \
        --field isUrgent:Bool --tests both
    for child in output silent; do
        new_scene "Child$kind$child" --target App --child-of "Scene$((scenes - 1))" $(options_of $child) --tests both
        new_scene "XC$kind$child" --target App --child-of "Scene$((scenes - 2))" $(options_of $child) --tests xctest
        new_scene "Untested$kind$child" --target App --child-of "Scene$scenes" $(options_of $child) --tests none
        for end in none terminal swiftui uikit; do
            for tests in swift-testing xctest both none; do
                kin=$((kin + 1))
                [ $tests = none ] && name="Shy$kin" || name="Kin$kin"
                new_scene "$name" --target App --child-of "Scene$((scenes - 1))" $(options_of $child) --front-end $end \
                    --tests $tests
            done
        done
    done
    # Each component is written alone, after the components that it names.
    for part in scene,worker controller interactor store assembly double tests; do
        new_scene "Pieces$kind" --target App --only $part $(options_of $kind)
    done
done
new_scene Grandchild --target App --child-of Childsilentsilent --front-end swiftui
new_scene 영화 --target App --front-end terminal --tests both
new_scene 표 --target App --child-of 영화
letters=$(printf 'x%.0s' {2..26})
new_scene "D$letters" --target App --front-end terminal --tests both
new_scene "P$letters" --target App --no-output --front-end uikit --child-of "D$letters"
new_scene Scene1 --add-use-case FetchPage
new_scene Scene1 --add-action RefreshTapped
# The sed of macOS does not know `\n` in a replacement, so the lines are broken with a backslash.
sed -i.old 's|^    /// Fetches the items to show|    @concurrent func rename(_ old: String, to new: String) async -> Bool\
\
&|' "$app/Sources/App/Scene1/Scene1Worker.swift"
rm "$app/Sources/App/Scene1/Scene1Worker.swift.old"
new_scene Scene1 --refresh-doubles
new_scene Scene1 --recorded-worker AppTests
# The action that was just added has no test yet, and some scenes were generated without tests.
"$tool" lint-scenes --package-path "$app" >"$work/lint" && { echo "lint-scenes does not miss the tests"; exit 1; }
if grep -v -e 'action-not-tested' -e ' to report\.$' "$work/lint"; then exit 1; fi
grep -q 'Scene1.Action.refreshTapped' "$work/lint"
if grep -E -e 'Scene(1|2|3|5)\.Action\.appeared' -e 'Action\.(open|close)(Child|XC|Kin)' "$work/lint"; then exit 1; fi

# If a component cannot be written alone, the message recommends others to write with it. These are written and compiled, too.
for kind in output silent; do
    for part in scene controller interactor store assembly double tests; do
        name="Only$part$kind"
        only=(--target App $(options_of $kind) --only)
        if "$tool" new-scene "$name" "${only[@]}" $part --package-path "$app" 2>"$work/said"; then exit 1; fi
        parts=$(sed -n 's/.*--only \([a-z,]*\)\.$/\1/p' "$work/said")
        new_scene "$name" "${only[@]}" "$parts"
    done
done

# With each length of a name, lines break at other places. These scenes are only written, and their format is checked.
names="$work/names"
mkdir -p "$names"
cp -r "$app/Package.swift" "$names"
mkdir -p "$names/Sources/App" "$names/Tests/AppTests" "$names"/Sources/App{SwiftUI,UIKit,Terminal}
for length in {2..26}; do
    letters=$(printf 'x%.0s' $(seq 2 "$length"))
    package=$names new_scene "D$letters" --target App --front-end terminal --tests both
    package=$names new_scene "P$letters" --target App --no-output --front-end uikit --child-of "D$letters"
    package=$names new_scene "C$letters" --target App --child-of "P$letters" --front-end swiftui --tests both
done

step "scenes as packages"
number=0
targets=()
for kind in output silent; do
    for end in none terminal swiftui uikit; do
        for tests in swift-testing xctest both none; do
            number=$((number + 1))
            name="P$number"
            (cd "$work/packages" && quietly "$tool" new-scene $name --package $(options_of $kind) --front-end $end --tests $tests)
            if [ $kind = output ]; then
                quietly swift package --package-path "$work/packages/$name" --scratch-path "$work/manifests" dump-package
            fi
            targets+=(".target(name: \"${name}Scenes\", dependencies: [cis], path: \"$name/Sources/${name}Scenes\", swiftSettings: settings)")
            case $end in
            terminal) targets+=(".executableTarget(name: \"${name}Terminal\", dependencies: [\"${name}Scenes\", cis], path: \"$name/Sources/${name}Terminal\", swiftSettings: settings)") ;;
            swiftui) targets+=(".target(name: \"${name}SwiftUI\", dependencies: [\"${name}Scenes\", cis], path: \"$name/Sources/${name}SwiftUI\", swiftSettings: settings)") ;;
            uikit) targets+=(".target(name: \"${name}UIKit\", dependencies: [\"${name}Scenes\", cis], path: \"$name/Sources/${name}UIKit\", swiftSettings: settings)") ;;
            esac
            [ $tests = none ] ||
                targets+=(".testTarget(name: \"${name}Tests\", dependencies: [\"${name}Scenes\", cis, testing], path: \"$name/Tests\", swiftSettings: settings)")
        done
    done
done
manifest Packages "${targets[@]}" >"$work/packages/Package.swift"

step "format"
cp .swift-format "$work/.swift-format"
quietly swift format lint --strict --parallel --recursive --configuration .swift-format \
    "$app/Sources" "$app/Tests" "$names/Sources" "$names/Tests" "$work"/packages/P[0-9]*

# passes PACKAGE SUITES CASES: builds and runs the tests. SUITES suites of Swift Testing and CASES test cases of XCTest must pass.
passes() {
    quietly swift build --build-tests --package-path "$1" --scratch-path "$work/build-$(basename "$1")"
    quietly swift test --skip-build --package-path "$1" --scratch-path "$work/build-$(basename "$1")"
    grep -E 'Test run with|Executed [0-9]+ tests' "$work/log" | sort -u
    test "$(grep -c '^✔ Suite ' "$work/log")" -eq "$2"
    test "$(grep -c "^Test Suite '.*XCTests' passed" "$work/log")" -eq "$3"
}
step "build and test of scenes in a package that is there"
# Each suite and each XCTest case that was written has to pass.
passes "$app" "$(grep -rl '@Suite' "$app/Tests" | wc -l)" "$(find "$app/Tests" -name '*XCTests.swift' | wc -l)"

step "build and test of scenes as packages"
passes "$work/packages" 16 16

step "views against the stubs of Apple's frameworks"
SCRATCH="$scratch" quietly .ci/check-adapters.sh
stubs=(-swift-version 6 -warnings-as-errors -parse-as-library -wmo -package-name app -I "$scratch/apple-stubs" -I "$work")
# macOS has bash 3.2, which does not have `mapfile`.
sources_of() {
    sources=()
    while IFS= read -r file; do sources+=("$file"); done < <(find "$1" -name '*.swift' | sort)
}
sources_of "$app/Sources/App"
quietly swiftc "${stubs[@]}" -emit-module -module-name App -emit-module-path "$work/App.swiftmodule" "${sources[@]}"
for end in SwiftUI UIKit; do
    sources_of "$app/Sources/App$end"
    test "${#sources[@]}" -ge 8
    quietly swiftc "${stubs[@]}" -typecheck -module-name "App$end" "${sources[@]}"
done

step "Xcode's templates"
quietly "$tool" new-scene --install-xcode-templates --to "$work/app/Xcode"
python3 - "$work/app/Xcode" <<'PYTHON'
import pathlib, plistlib, sys
plists = sorted(pathlib.Path(sys.argv[1]).rglob("*.plist"))
assert len(plists) == 10, plists
for path in plists:
    assert plistlib.loads(path.read_bytes())["Options"][0]["Identifier"] == "productName", path
PYTHON

step "the README's commands"
# A newcomer has a checkout, and types these three commands in the folder that contains it.
mkdir -p "$work/newcomer"
ln -s "$root" "$work/newcomer/swift-cis"
cat >"$work/newcomer/commands" <<'COMMANDS'
mkdir Movies
swift run --package-path swift-cis scene-generator new-scene Movies --package
swift test --package-path Movies
COMMANDS
(cd "$work/newcomer" && quietly bash -e commands)
grep 'Test run with 3 tests in 1 suite passed' "$work/log"

# The article shows the files that were written, in narrower lines.
python3 - Sources/CIS/CIS.docc/FirstSceneInThreeCommands.md "$work/newcomer/Movies" <<'PYTHON'
import pathlib, re, sys
article, package = map(pathlib.Path, sys.argv[1:])
blocks = re.findall(r"compared with the generated file instead\) -->\n```swift\n(.*?)```", article.read_text(encoding="utf-8"), re.S)
shown = [" ".join(block.split()) for block in blocks]
written = [" ".join(path.read_text(encoding="utf-8").split()) for path in package.glob("Tests/**/*.swift")]
assert shown and all(any(block in text for text in written) for block in shown), "the article shows another test"
commands = (package.parent / "commands").read_text(encoding="utf-8")
for page in (article, pathlib.Path("README.md")):
    assert f"```sh\n{commands}```" in page.read_text(encoding="utf-8"), f"{page} shows other commands"
PYTHON

step "the plugin"
movies="$work/newcomer/Movies"
quietly swift package --package-path "$movies" --allow-writing-to-package-directory new-scene Details --target MoviesScenes \
    --child-of Movies
quietly swift test --package-path "$movies"
grep 'Test run with 8 tests in 3 suites passed' "$work/log"
swift package --package-path "$movies" lint-scenes 2>&1 | grep '2 scenes, 0 to report.'
# A target that was just added has no file yet, so SwiftPM does not report it to the plugin.
sed -i.old 's|^    targets: \[$|&\
        .target(name: "MoviesTerminal", dependencies: ["MoviesScenes", cis]),|' "$movies/Package.swift"
mkdir "$movies/Sources/MoviesTerminal"
quietly swift package --package-path "$movies" --allow-writing-to-package-directory new-scene Home --target MoviesScenes \
    --front-end terminal --tests xctest
quietly swift build --package-path "$movies"
test -f "$movies/Sources/MoviesTerminal/HomeTerminal.swift"
test -f "$movies/.build/debug/MoviesTerminal.build/HomeTerminal.swift.o"
if swift package --package-path "$movies" lint-scenes --target Nowhere >"$work/log" 2>&1; then exit 1; fi
grep 'could not look' "$work/log"
sed -i.old 's/nonisolated static func mutate/nonisolated func mutate/' "$movies/Sources/MoviesScenes/Details/DetailsStore.swift"
if swift package --package-path "$movies" lint-scenes >"$work/log" 2>&1; then exit 1; fi
grep 'DetailsStore.swift:4: warning: .*mutation-not-static' "$work/log"

step "lint-scenes finds nothing in the examples"
for example in Examples/*/; do
    # The scenes of the benchmarks are workloads. They are not examples to copy.
    [ "$example" != Examples/Benchmarks/ ] || continue
    # Some packages have no scenes, because they are libraries for the others.
    grep -rq ': SceneDefinition' "$example/Sources" || continue
    "$tool" lint-scenes --package-path "$example"
done
step "done"
