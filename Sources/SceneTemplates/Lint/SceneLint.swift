/// Looks at the text of scenes for what the pattern does not allow. What it looks for is in ``Finding/Rule``.
struct SceneLint {
    private let package: ScannedPackage

    init(_ package: ScannedPackage) {
        self.package = package
    }

    /// Everything found, by file and line; without what a comment allows.
    var findings: [Finding] {
        var found = imports
        for scene in package.scenes {
            found += controller(scene)
            found += interactor(scene)
            found += store(scene)
            found += worker(scene)
            found += actions(scene)
            found += StructureLint(scene).findings
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

    private func controller(_ scene: ScannedPackage.Scene) -> [Finding] {
        scene.part("Controller").flatMap { file, declaration in
            readings(
                in: file, declaration, scene,
                types: ["DomainStore", "SceneRuntime", "StatePublisher", "WeakScene", scene.name + "Store"],
                members: ["state", "domainState", "domainSnapshot", "publisher"]
            ).map { token, what in
                Finding(
                    path: file.path, line: file.source.line(of: token), rule: .controllerReadsState,
                    message:
                        "\(scene.name)Controller reads state: \(what). What depends on state is the interactor's to decide; "
                        + "hold `any MutationReceiver<\(scene.name).Mutation>`.")
            }
        }
    }

    private func interactor(_ scene: ScannedPackage.Scene) -> [Finding] {
        scene.part("Interactor").flatMap { file, declaration in
            let source = file.source
            let whole = (declaration.heading.lowerBound..<declaration.body.upperBound).filter { index in
                source.token(index, is: "State") && source.token(index - 1, is: ".")
                    && source.token(index - 2, is: scene.name)
                    && !(source.token(index + 1, is: ".") && source.token(index + 2, is: "DomainState"))
            }.map { ($0, "\(scene.name).State") }
            let found = readings(
                in: file, declaration, scene, types: ["StatePublisher", "SceneRuntime", scene.name + "Store"],
                members: ["state", "publisher"])
            return (found + whole).map { token, what in
                Finding(
                    path: file.path, line: source.line(of: token), rule: .interactorTouchesViewState,
                    message: "\(scene.name)Interactor touches view state: \(what). It sees the domain state only; "
                        + "hold `any DomainStore<\(scene.name).State.DomainState, \(scene.name).Mutation>`.")
            }
        }
    }

    /// Where a part names a type that shows state, or asks its store for it.
    private func readings(
        in file: ScannedPackage.File, _ declaration: Declaration, _ scene: ScannedPackage.Scene, types: Set<String>,
        members: Set<String>
    ) -> [(token: Int, what: String)] {
        let source = file.source
        let stores = stores(in: source, declaration, scene)
        return (declaration.heading.lowerBound..<declaration.body.upperBound).compactMap { index in
            let text = source.tokens[index].text
            if types.contains(text), !source.token(index - 1, is: ".") { return (index, text) }
            if text == "Store", source.token(index - 1, is: "any") { return (index, "any Store") }
            if members.contains(text), source.token(index - 1, is: "."), index >= 2,
                stores.contains(source.tokens[index - 2].text)
            {
                return (index, "\(source.tokens[index - 2].text).\(text)")
            }
            return nil
        }
    }

    /// The names of the properties that hold a store.
    private func stores(
        in source: SourceText, _ declaration: Declaration, _ scene: ScannedPackage.Scene
    ) -> Set<String> {
        let types: Set<String> = ["MutationReceiver", "DomainStore", "Store", scene.name + "Store"]
        let found = declaration.body.filter { index in
            guard source.token(index, is: "let") || source.token(index, is: "var"), source.token(index + 2, is: ":")
            else { return false }
            return (index + 3..<index + 6).contains {
                source.tokens.indices.contains($0) && types.contains(source.tokens[$0].text)
            }
        }
        return Set(found.map { source.tokens[$0 + 1].text }).union(["store"])
    }

    private func store(_ scene: ScannedPackage.Scene) -> [Finding] {
        scene.part("Store").flatMap { file, declaration in
            file.source.declarations(["func"], in: declaration.body).filter { function in
                let takesState = function.heading.contains { file.source.token($0, is: "inout") }
                return (function.name == "mutate" || takesState)
                    && !file.source.modifiers(of: function).contains("static")
            }.map { function in
                Finding(
                    path: file.path, line: file.source.line(of: function.start), rule: .mutationNotStatic,
                    message: "\(scene.name)Store.\(function.name) is not static, so it could reach a worker. "
                        + "Declare it `nonisolated static func`.")
            }
        }
    }

    private func worker(_ scene: ScannedPackage.Scene) -> [Finding] {
        scene.declarations(["protocol"], named: scene.name + "Worker").filter { file, declaration in
            !isSendable(declaration, in: file.source, seen: [])
        }.map { file, declaration in
            Finding(
                path: file.path, line: file.source.line(of: declaration.start), rule: .workerNotSendable,
                message: "\(declaration.name) is not Sendable: its functions run on several tasks. "
                    + "Declare it `: AnyObject, Sendable`.")
        }
    }

    /// Also by what it inherits. A protocol of another package cannot be seen, and is given the benefit of the doubt.
    private func isSendable(_ declaration: Declaration, in source: SourceText, seen: Set<String>) -> Bool {
        let words = declaration.heading.filter { source.isWord($0) }.map { source.tokens[$0].text }
        if words.contains("Sendable") || words.contains("Actor") { return true }
        return words.filter { $0 != "AnyObject" && !seen.contains($0) }.contains { word in
            let found = package.files.lazy.flatMap { file in
                file.source.declarations(["protocol"]).filter { $0.name == word }.map { (file.source, $0) }
            }.first
            guard let found else { return true }
            return isSendable(found.1, in: found.0, seen: seen.union([word]))
        }
    }

    /// Only where there are tests at all: a package without them has decided otherwise.
    private func actions(_ scene: ScannedPackage.Scene) -> [Finding] {
        guard !package.tests.isEmpty, let place = scene.vocabulary("Action") else { return [] }
        let sources = package.tests.map(\.source).filter { source in
            source.tokens.contains { $0.text.hasPrefix(scene.name) }
        }
        return place.file.source.cases(of: place.declaration).filter { action in
            !sources.contains { source in
                source.tokens.indices.contains {
                    source.tokens[$0].text == action.name && source.token($0 - 1, is: ".")
                }
            }
        }.map { action in
            Finding(
                path: place.file.path, line: place.file.source.line(of: action.start), rule: .actionNotTested,
                message: "No test executes \(scene.name).Action.\(action.name).")
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
                    path: file.path, line: file.source.line(of: index), rule: .userInterfaceImport,
                    message:
                        "\(file.source.tokens[index + 1].text) is imported in the target \(file.target), which holds scenes. "
                        + "Views belong into a target of their own.")
            }
        }
    }

    static let userInterface: Set<String> = [
        "AppKit", "CarPlay", "Charts", "Cocoa", "Gtk", "MapKit", "MessageUI", "PhotosUI", "RealityKit",
        "SafariServices",
        "SceneKit", "SpriteKit", "SwiftUI", "TVUIKit", "UIKit", "WatchKit", "WebKit", "WidgetKit",
    ]
}
