/// Finds functions that look like `policy(for:)` or `sideEffects(of:on:)` but have other labels. Both are optional, so
/// the compiler accepts such a function, and the library never calls it.
struct NeverCalledLint {
    let scene: ScannedPackage.Scene

    var findings: [Finding] {
        findings(in: "Controller", meant: "policy", labels: ["for"])
            + findings(in: "Store", meant: "sideEffects", labels: ["of", "on"])
    }

    /// A function that is called somewhere in the target is a helper, and is not reported.
    private func findings(in part: String, meant name: String, labels: [String]) -> [Finding] {
        let wanted = "\(name)(\(labels.map { $0 + ":" }.joined()))"
        return scene.part(part).flatMap { file, declaration in
            file.source.declarations(["func"], in: declaration.body).compactMap { function in
                let found = file.source.labels(of: function)
                let isStatic = file.source.modifiers(of: function).contains("static")
                guard isMeant(function, name, in: file.source), found != labels || function.name != name || isStatic,
                    !isCalled(function.name, found.first)
                else { return nil }
                let signature = "\(function.name)(\(found.map { $0 + ":" }.joined()))"
                return Finding(
                    .neverCalled, file, function.start,
                    "\(scene.name)\(part).\(isStatic ? "static " : "")\(signature) is never called. "
                        + "Declare it `\(wanted)`, or call it there.")
            }
        }
    }

    /// Compares the names, also without a plural `s`. A policy is also recognised by its return type.
    private func isMeant(_ function: Declaration, _ name: String, in source: SourceText) -> Bool {
        function.name == name || function.name == name + "s" || function.name + "s" == name
            || (name == "policy" && function.heading.contains { source.token($0, is: "ActionPolicy") })
    }

    private func isCalled(_ name: String, _ label: String?) -> Bool {
        scene.target.map(\.source).contains { source in
            source.tokens.indices.contains { index in
                guard source.token(index, is: name), !source.token(index - 1, is: "func") else { return false }
                guard source.token(index + 1, is: "("), let label, label != "_" else { return true }
                return source.token(index + 2, is: label)
            }
        }
    }
}

extension SourceText {
    /// Returns the labels of a function's parameters, with `_` for a missing label.
    fileprivate func labels(of function: Declaration) -> [String] {
        guard let open = function.heading.first(where: { token($0, is: "(") }), let close = partner[open] else {
            return []
        }
        let surface = surface(of: open + 1..<close)
        return surface.filter { isWord($0) && ($0 == open + 1 || token($0 - 1, is: ",")) }.map { tokens[$0].text }
    }
}
