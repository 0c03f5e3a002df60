import Foundation

/// Draws the scenes and the steps of their actions as Mermaid diagrams in Markdown.
struct SceneDiagram {
    let package: ScannedPackage

    /// The graph of the scenes, and then a diagram for each action.
    var lines: [String] {
        var lines = ["# Scenes", "", "```mermaid"] + graph + ["```"]
        for scene in package.scenes {
            guard let actions = scene.vocabulary("Action") else { continue }
            lines += ["", "## \(scene.name)"]
            for action in actions.cases {
                lines += ["", "### \(action.name)", "", "```mermaid"] + sequence(of: action.name, in: scene) + ["```"]
            }
        }
        return lines
    }

    /// The scenes, which scene presents which, and their outputs.
    var graph: [String] {
        var lines = ["flowchart TD"] + package.scenes.map { "    \(id($0.name))[\"\($0.name)\"]" }
        for edge in SceneGraph(package).edges {
            lines.append("    \(id(edge.parent)) -->|\"\(edge.label)\"| \(id(edge.child))")
            let child = package.scenes.first { $0.name == edge.child }
            if let names = child?.vocabulary("Output")?.cases.map(\.name) {
                lines.append("    \(id(edge.child)) -.->|\"\(names.joined(separator: ", "))\"| \(id(edge.parent))")
            }
        }
        return lines
    }

    /// The steps of an action, from the view to the workers.
    func sequence(of action: String, in scene: ScannedPackage.Scene) -> [String] {
        var messages: [(from: String, step: SceneStep)] = []
        let interactor = SceneSteps(scene.part("Interactor"))
        let store = SceneSteps(scene.part("Store"))
        func note(_ step: SceneStep, from sender: String) {
            messages.append((sender, step))
            guard step.receiver == .store else { return }
            // An effect is drawn under the condition of its mutation.
            for var effect in store.steps(of: "sideEffects", for: step.message) {
                effect.condition = step.condition
                messages.append(("Store", effect))
            }
        }
        for step in SceneSteps(scene.part("Controller")).steps(of: "handle", for: action) {
            note(step, from: "Controller")
            guard step.receiver == .interactor else { continue }
            for inner in interactor.steps(of: "perform", for: step.message) { note(inner, from: "Interactor") }
        }
        let used = Set(messages.flatMap { [$0.from, $0.step.receiver.rawValue] })
        let parts = ["View", "Controller", "Interactor", "Store", "Worker"].filter {
            $0 == "View" || $0 == "Controller" || used.contains($0)
        }
        return ["sequenceDiagram"] + parts.map { "    participant \($0)" } + ["    View->>Controller: \(action)"]
            + drawn(messages)
    }

    private func drawn(_ messages: [(from: String, step: SceneStep)]) -> [String] {
        var lines: [String] = []
        var open: String?
        for (sender, step) in messages {
            if step.condition != open {
                if open != nil { lines.append("    end") }
                if let condition = step.condition { lines.append("    opt \(Self.safe(condition))") }
                open = step.condition
            }
            lines.append("    \(sender)->>\(step.receiver.rawValue): \(step.message)")
        }
        return open == nil ? lines : lines + ["    end"]
    }

    /// Removes the characters that have a meaning in Mermaid.
    private static func safe(_ text: String) -> String {
        String(text.map { ";#\"{}<>".contains($0) ? " " : $0 })
    }

    /// The identifier of a node, in letters that every version of Mermaid accepts.
    private func id(_ scene: String) -> String {
        "scene\((package.scenes.firstIndex { $0.name == scene } ?? -1) + 1)"
    }
}

/// Finds which scene presents which: calls of `present`, `stack`, `list` and `add` that assemble a scene.
struct SceneGraph {
    struct Edge: Equatable {
        let parent: String
        let child: String
        let label: String
    }

    private let package: ScannedPackage
    private let names: Set<String>

    init(_ package: ScannedPackage) {
        self.package = package
        names = Set(package.scenes.map(\.name))
    }

    var edges: [Edge] {
        var found: [Edge] = []
        for source in package.files {
            for index in source.tokens.indices
            where ["present", "stack", "list", "add"].contains(source.tokens[index].text) {
                if let edge = edge(at: index, in: source), !found.contains(edge) { found.append(edge) }
            }
        }
        return found
    }

    private func edge(at index: Int, in source: SourceText) -> Edge? {
        guard source.token(index + 1, is: "("), let close = source.partner[index + 1],
            let parent = owner(of: index, in: source),
            let assembly = source.call(at: index)?.first(where: { source.token($0, is: "assemble") })
        else { return nil }
        let child = source.token(assembly - 1, is: ".") ? source.tokens[assembly - 2].text : parent
        guard names.contains(child) else { return nil }
        let field = (index + 1..<close).first { source.token($0, is: "\\") && source.token($0 + 1, is: ".") }
        return Edge(parent: parent, child: child, label: source.tokens[field.map { $0 + 2 } ?? index].text)
    }

    /// Returns the scene on which the function is called. It is found in the declaration of the variable or in the
    /// extension around the call.
    private func owner(of index: Int, in source: SourceText) -> String? {
        if source.token(index - 1, is: "."), index >= 2, source.tokens[index - 2].text != "self" {
            let receiver = source.tokens[index - 2].text
            for place in source.tokens.indices where source.token(place, is: receiver) {
                guard source.token(place + 1, is: "=") || source.token(place + 1, is: ":") else { continue }
                let next = source.tokens.dropFirst(place + 2).prefix(4).map(\.text)
                if let name = next.first(where: names.contains) { return name }
            }
        }
        let around = source.declarations(["extension", "enum", "struct", "class"]).last { $0.body.contains(index) }
        guard let around else { return nil }
        return ([around.name] + around.heading.map { source.tokens[$0].text }).first(where: names.contains)
    }
}
