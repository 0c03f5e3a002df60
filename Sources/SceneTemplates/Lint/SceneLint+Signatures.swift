/// Finds functions that look like `policy(for:)` or `sideEffects(of:on:)` but have other labels. Both are optional, so
/// the compiler accepts such a function, and the library never calls it.
extension SceneLint {
    func signatures(_ scene: ScannedPackage.Scene) -> [Finding] {
        neverCalled(scene, in: "Controller", meant: "policy", labels: ["for"])
            + neverCalled(scene, in: "Store", meant: "sideEffects", labels: ["of", "on"])
    }

    /// A function that is called somewhere in the target is a helper, and is not reported.
    private func neverCalled(
        _ scene: ScannedPackage.Scene, in part: String, meant name: String, labels: [String]
    ) -> [Finding] {
        scene.part(part).flatMap(\.functions).compactMap { function in
            let found = function.labels
            let isStatic = function.modifiers.contains("static")
            guard function.isMeant(name), found != labels || function.name != name || isStatic,
                !scene.target.contains(where: { $0.calls(function.name, found.first) })
            else { return nil }
            let there = (isStatic ? "static " : "") + Self.signature(function.name, found)
            return function.source.finding(
                .neverCalled, at: function.start,
                "\(scene.name)\(part).\(there) is never called. "
                    + "Declare it `\(Self.signature(name, labels))`, or call it there.")
        }
    }

    private static func signature(_ name: String, _ labels: [String]) -> String {
        "\(name)(\(labels.map { $0 + ":" }.joined()))"
    }
}

extension Declaration {
    /// Compares the names, also without a plural `s`. A policy is also recognised by its return type.
    fileprivate func isMeant(_ meant: String) -> Bool {
        name == meant || name == meant + "s" || name + "s" == meant
            || (meant == "policy" && isHeaded(by: "ActionPolicy"))
    }

    /// The labels of a function's parameters, with `_` for a missing label.
    fileprivate var labels: [String] {
        guard let open = heading.first(where: { source.token($0, is: "(") }), let close = source.partner[open] else {
            return []
        }
        return source.surface(of: open + 1..<close).filter { index in
            source.isWord(index) && (index == open + 1 || source.token(index - 1, is: ","))
        }.map { source.tokens[$0].text }
    }
}

extension SourceText {
    fileprivate func calls(_ name: String, _ label: String?) -> Bool {
        tokens.indices.contains { index in
            guard token(index, is: name), !token(index - 1, is: "func") else { return false }
            guard token(index + 1, is: "("), let label, label != "_" else { return true }
            return token(index + 2, is: label)
        }
    }
}
