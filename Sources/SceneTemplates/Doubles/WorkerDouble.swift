/// The source of a worker's double: a stub for each requirement, and a function that calls it.
struct WorkerDouble {
    let scene: String
    let protocolName: String
    let requirements: [Requirement]
    /// The import lines.
    let imports: String

    /// The first line of a file that may be written again.
    static let mark = "// Written by `swift package new-scene"

    var text: String {
        get throws {
            let names = try stubNames()
            let stubs = zip(names, requirements).map { name, requirement in stub(name, requirement) }
            var lines = [
                "\(Self.mark) \(scene) --refresh-doubles` from \(protocolName), and written again by it:",
                "// put what you add into another file.", "", imports, "",
                "/// Stands in for the worker of ``\(scene)``: records the calls, and returns the answers that a test has scripted.",
                "final class \(protocolName)Double: \(protocolName) {",
            ]
            lines += stubs.map(\.declaration)
            let unknown = stubs.compactMap(\.parameter)
            if !unknown.isEmpty {
                lines += [
                    "", "    /// Each value answers calls without a scripted answer, which are reported.",
                ]
                lines += LineWrapper.wrap(
                    "    init(\(unknown.map { "\($0.name): \($0.type)" }.joined(separator: ", "))) {")
                lines +=
                    zip(names, stubs).compactMap { name, stub in
                        stub.parameter.map { "        \(name) = Stub(otherwise: \($0.name))" }
                    } + ["    }"]
            }
            for (name, requirement) in zip(names, requirements) { lines += [""] + function(name, requirement) }
            return lines.flatMap(LineWrapper.wrap).joined(separator: "\n") + "\n}\n"
        }
    }

    private typealias Placeholder = (name: String, type: String)

    private func stub(_ name: String, _ requirement: Requirement) -> (declaration: String, parameter: Placeholder?) {
        let kept = requirement.parameters
        let arguments =
            switch kept.count {
            case 0: "Void"
            case 1: kept[0].keptType
            default: "(" + kept.map { "\($0.name): \($0.keptType)" }.joined(separator: ", ") + ")"
            }
        if requirement.canThrow {
            return ("    let \(name) = ThrowingStub<\(arguments), \(requirement.answer)>()", nil)
        }
        let type = "Stub<\(arguments), \(requirement.answer)>"
        let answer = requirement.answer
        if answer == "Void" || answer.hasSuffix("?") || answer.hasPrefix("Optional<") {
            return ("    let \(name) = \(type)()", nil)
        }
        if let placeholder = Self.placeholder(for: answer) {
            return ("    let \(name) = \(type)(otherwise: \(placeholder))", nil)
        }
        return ("    let \(name): \(type)", (String(name.dropLast("Stub".count)), answer))
    }

    /// Returns a value of a type of the standard library.
    private static func placeholder(for type: String) -> String? {
        switch type {
        case "String", "Substring", "StaticString": "\"\""
        case "Bool": "false"
        case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float":
            "0"
        case "Duration": ".zero"
        default:
            if type.hasPrefix("["), type.hasSuffix("]") {
                isDictionary(type) ? "[:]" : "[]"
            } else {
                type.hasPrefix("Set<") || type.hasPrefix("Array<") ? "[]" : nil
            }
        }
    }

    private static func isDictionary(_ type: String) -> Bool {
        let source = SourceText(type)
        return source.surface(of: 1..<source.tokens.count - 1).contains { source.token($0, is: ":") }
    }

    private func function(_ stub: String, _ requirement: Requirement) -> [String] {
        let effects = (requirement.isAsync ? " async" : "") + (requirement.canThrow ? " throws" : "")
        let names = requirement.parameters.map(\.name).joined(separator: ", ")
        let call =
            (requirement.canThrow ? "try " : "") + (requirement.isAsync ? "await " : "")
            + stub + (requirement.parameters.count > 1 ? "((\(names)))" : "(\(names))")
        let attributes = requirement.attributes.isEmpty ? "" : requirement.attributes + " "
        if requirement.isProperty {
            guard !effects.isEmpty else {
                return ["    \(attributes)var \(requirement.name): \(requirement.answer) { \(call) }"]
            }
            return [
                "    \(attributes)var \(requirement.name): \(requirement.answer) {",
                "        get\(effects) { \(call) }", "    }",
            ]
        }
        let parameters = requirement.parameters.map { "\($0.declaration): \($0.type)" }.joined(separator: ", ")
        let answer = requirement.answer == "Void" ? "" : " -> \(requirement.answer)"
        let signature = "    \(attributes)func \(requirement.name)(\(parameters))\(effects)\(answer) {"
        let line = "\(signature) \(call) }"
        return line.count <= LineWrapper.limit ? [line] : [signature, "        \(call)", "    }"]
    }

    /// Returns a name for each stub: the name of the function, with its labels if several functions have this name.
    private func stubNames() throws -> [String] {
        let short = requirements.map { $0.name + "Stub" }
        let names = requirements.indices.map { index in
            guard short.filter({ $0 == short[index] }).count > 1 else { return short[index] }
            let labels = requirements[index].parameters.map { $0.label == "_" ? $0.name : $0.label }
            return requirements[index].name + labels.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
                + "Stub"
        }
        for (index, name) in names.enumerated() where names[..<index].contains(name) {
            throw GeneratorError(
                "\(protocolName) has two functions \(requirements[index].name) that differ only in their types.",
                remedy: "Give them different names or labels, or write the double by hand.")
        }
        return names
    }
}
