/// Checks the sources of scenes against the rules in ``Finding/Rule``.
struct SceneLint {
    let package: ScannedPackage

    /// The findings, sorted by file and line, without those that a comment allows.
    var findings: [Finding] {
        let rules = [
            controller, interactor, store, state, worker, actions, mutations, signatures, outputs, structure,
            staleWrites,
        ]
        let found = package.scenes.flatMap { scene in rules.flatMap { rule in rule(scene) } } + imports + captures
        return found.filter { !isAllowed($0) }.sorted { one, other in
            (one.path, one.line, one.message) < (other.path, other.line, other.message)
        }
    }

    private func isAllowed(_ finding: Finding) -> Bool {
        guard let source = package.files.first(where: { $0.path == finding.path }) else { return false }
        return [finding.line, finding.line - 1].contains { line in
            line > 0 && source.lineText(line).contains("lint-scenes: allow")
        }
    }

    private var imports: [Finding] {
        let targets = Set(package.scenes.map(\.file.target))
        return package.files.filter { targets.contains($0.target) }.flatMap { file in
            file.findings(.userInterfaceImport, in: file.tokens.indices) { index in
                guard file.token(index, is: "import"), file.isWord(index + 1),
                    Self.userInterface.contains(file.tokens[index + 1].text)
                else { return nil }
                return
                    "\(file.tokens[index + 1].text) is imported in the target \(file.target), which contains scenes. "
                    + "Move views to a target of their own."
            }
        }
    }

    private static let userInterface: Set<String> = [
        "AppKit", "CarPlay", "Charts", "Cocoa", "Gtk", "MapKit", "MessageUI", "PhotosUI", "RealityKit",
        "SafariServices", "SceneKit", "SpriteKit", "SwiftUI", "TVUIKit", "UIKit", "WatchKit", "WebKit", "WidgetKit",
    ]
}
