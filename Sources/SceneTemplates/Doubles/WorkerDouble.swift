import Foundation

/// The members of a worker's double: a stub for each requirement, and a function that calls it.
struct WorkerDouble {
    let protocolName: String
    let requirements: [Requirement]
    /// The doubles of other workers that there are.
    var doubles: Set<String> = []

    /// The beginning of a file that may be written again.
    static let mark = "// Written by `swift package new-scene"

    /// The values of the template.
    func values() throws -> [String: String] {
        let children = requirements.filter { double(of: $0) != nil }
        let stubs = Array(zip(try stubNames(), requirements)).filter { double(of: $1) == nil }
        let asked = stubs.filter { $1.otherwise == nil }.map { stub, requirement in
            (
                stub: stub, name: stub.dropLast("Stub".count), type: requirement.failure ?? requirement.answer,
                maker: requirement.failure == nil ? "Stub(otherwise" : "StubbedCall(failing"
            )
        }
        return [
            "doubles": children.map(child).joined(separator: "\n"),
            "stubs": stubs.map(declaration).joined(separator: "\n"),
            "placeholders": asked.map { "\($0.name): \($0.type)" }.joined(separator: ", "),
            "assignments": asked.map { "        \($0.stub) = \($0.maker): \($0.name))" }.joined(
                separator: "\n"),
            "functions": stubs.map { "\n" + function($0, $1) }.joined(separator: "\n"),
        ]
    }

    /// Returns the name of the double for a property with the worker of a child: `any DetailsWorker`.
    private func double(of requirement: Requirement) -> String? {
        guard requirement.isProperty, !requirement.isAsync, requirement.failure == nil,
            requirement.answer.hasPrefix("any "),
            requirement.answer.hasSuffix("Worker")
        else { return nil }
        let name = String(requirement.answer.dropFirst(4)) + "Double"
        return doubles.contains(name) ? name : nil
    }

    private func child(_ requirement: Requirement) -> String {
        let name = requirement.name + "Double"
        let attributes = requirement.attributes.isEmpty ? "" : requirement.attributes + " "
        let property = "    \(attributes)var \(requirement.name): \(requirement.answer) {"
        let line = "\(property) \(name) }"
        return "    let \(name) = \(requirement.answer.dropFirst(4))Double()\n"
            + (line.count <= LineWrapper.limit ? line : "\(property)\n        \(name)\n    }")
    }

    private func declaration(of stub: String, _ requirement: Requirement) -> String {
        let values = "\(requirement.arguments), \(requirement.answer)"
        let type =
            switch requirement.failure {
            case nil: "Stub<\(values)>"
            case "any Error": "ThrowingStub<\(values)>"
            case let failure?: "StubbedCall<\(values), \(failure)>"
            }
        return requirement.otherwise.map { "    let \(stub) = \(type)(\($0))" } ?? "    let \(stub): \(type)"
    }

    private func function(_ stub: String, _ requirement: Requirement) -> String {
        let names = requirement.parameters.map(\.value).joined(separator: ", ")
        let call =
            requirement.callMarks + stub + (requirement.parameters.count > 1 ? "((\(names)))" : "(\(names))")
        return requirement.implementation(requirement.attributes, call)
    }

    /// Returns a name for each stub: the name of the function, with its labels if several functions have this name.
    func stubNames() throws -> [String] {
        let names = requirements.map { requirement in
            guard requirements.filter({ $0.name == requirement.name }).count > 1 else {
                return requirement.name + "Stub"
            }
            let labels = requirement.parameters.map { $0.label == "_" ? $0.name : $0.label }
            return requirement.name + labels.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Stub"
        }
        for (index, name) in names.enumerated() where names[..<index].contains(name) {
            throw GeneratorError(
                "\(protocolName) has two functions \(requirements[index].name) that differ only in their types.",
                remedy: "Give them different names or labels, or write the double by hand.")
        }
        return names
    }
}

extension Requirement {
    /// The type of the arguments that a stub keeps.
    fileprivate var arguments: String {
        switch parameters.count {
        case 0: "Void"
        case 1: parameters[0].keptType
        default: "(" + parameters.map { "\($0.name): \($0.keptType)" }.joined(separator: ", ") + ")"
        }
    }

    /// How a stub answers calls without a scripted answer: the argument of its initializer, or an empty text. Nil if it
    /// needs a value, or an error, of a type that is not known here.
    fileprivate var otherwise: String? {
        if let failure { return failure == "any Error" ? "" : nil }
        if answer == "Void" || answer.hasSuffix("?") || answer.hasPrefix("Optional<") { return "" }
        return placeholder.map { "otherwise: \($0)" }
    }

    /// A value of the answer's type, if that is a type of the standard library.
    private var placeholder: String? {
        switch answer {
        case "String", "Substring", "StaticString": "\"\""
        case "Bool": "false"
        case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float":
            "0"
        case "Duration": ".zero"
        case _ where answer.hasPrefix("[") && answer.hasSuffix("]"): isDictionary ? "[:]" : "[]"
        case _ where answer.hasPrefix("Set<") || answer.hasPrefix("Array<"): "[]"
        default: nil
        }
    }

    private var isDictionary: Bool {
        let source = SourceText(answer)
        return source.surface(of: 1..<source.tokens.count - 1).contains { source.token($0, is: ":") }
    }
}
