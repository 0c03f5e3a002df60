/// Checks the sources of scenes against the rules in ``Finding/Rule``.
struct SceneLint {
    let package: ScannedPackage

    /// The findings, sorted by file and line, without those that a comment allows.
    var findings: [Finding] {
        var found = imports
        for scene in package.scenes {
            found +=
                controller(scene) + interactor(scene) + store(scene) + state(scene) + worker(scene) + actions(scene)
            found += MutationLint(scene: scene).findings + NeverCalledLint(scene: scene).findings
            found += OutputLint(scene: scene).findings + StructureLint(scene: scene).findings
            found += StaleWriteLint(scene).findings
        }
        return found.filter { !isAllowed($0) }.sorted { one, other in
            (one.path, one.line, one.message) < (other.path, other.line, other.message)
        }
    }

    private func isAllowed(_ finding: Finding) -> Bool {
        guard let source = package.files.first(where: { $0.path == finding.path })?.source else { return false }
        return [finding.line, finding.line - 1].contains { line in
            line > 0 && source.lineText(line).contains("lint-scenes: allow")
        }
    }

    private var imports: [Finding] {
        let targets = Set(package.scenes.map(\.file.target))
        return package.files.filter { targets.contains($0.target) }.flatMap { file in
            file.source.tokens.indices.filter { index in
                file.source.token(index, is: "import") && file.source.isWord(index + 1)
                    && Self.userInterface.contains(file.source.tokens[index + 1].text)
            }.map { index in
                Finding(
                    .userInterfaceImport, file, index,
                    "\(file.source.tokens[index + 1].text) is imported in the target \(file.target), which contains scenes. "
                        + "Move views to a target of their own.")
            }
        }
    }

    private static let userInterface: Set<String> = [
        "AppKit", "CarPlay", "Charts", "Cocoa", "Gtk", "MapKit", "MessageUI", "PhotosUI", "RealityKit",
        "SafariServices", "SceneKit", "SpriteKit", "SwiftUI", "TVUIKit", "UIKit", "WatchKit", "WebKit", "WidgetKit",
    ]
}
