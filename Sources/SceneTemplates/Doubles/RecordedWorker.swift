/// The members of a wrapper that records the calls of a worker.
struct RecordedWorker {
    let protocolName: String
    let requirements: [Requirement]

    /// The functions and properties of the protocol.
    func functions() throws -> String {
        // The name of a call is that of the double's stub, so that a generated test finds it.
        let names = try WorkerDouble(protocolName: protocolName, requirements: requirements).stubNames()
        return try zip(names, requirements).map { try function("\($0.dropLast("Stub".count))", $1) }
            .joined(separator: "\n\n")
    }

    private func function(_ name: String, _ requirement: Requirement) throws -> String {
        if requirement.parameters.contains(where: { $0.type.hasSuffix("...") }) {
            throw GeneratorError(
                "\(requirement.name) of \(protocolName) has a variadic parameter, which cannot be passed on.",
                remedy: "Make it an array, or write the wrapper by hand.")
        }
        let list = requirement.parameters.map { $0.label == "_" ? $0.value : "\($0.label): \($0.value)" }
        let arguments = requirement.isProperty ? "" : "(\(list.joined(separator: ", ")))"
        let forwarded = "\(requirement.callMarks)worker.\(requirement.name)\(arguments)"
        // What may run on any thread cannot be recorded in the order of the scene's events.
        guard requirement.isAsync || requirement.attributes.contains("@MainActor") && !requirement.isProperty else {
            return requirement.implementation(requirement.attributes, forwarded)
        }
        let attributes = requirement.attributes.split(separator: " ")
            .filter { !["@concurrent", "nonisolated", "nonisolated(nonsending)", "@MainActor"].contains($0) }
        let recorded = requirement.parameters.filter { !$0.type.contains("->") }.map { "\"\($0.name)\": \($0.value)" }
        let values = recorded.isEmpty ? "" : ", [\(recorded.joined(separator: ", "))]"
        // The compiler infers no typed error for a closure.
        let isTyped = requirement.failure.map { $0 != "any Error" } ?? false
        let signature = isTyped ? "()\(requirement.effects) in " : ""
        let start = "\(requirement.callMarks)Recorder.call(\"\(name)\", of: \"\(protocolName)\"\(values)) {"
        let line = "\(start) \(signature)\(forwarded) }"
        let isLong = line.count + 8 > LineWrapper.limit
        let head = signature.isEmpty ? start : "\(start) \(signature.dropLast())"
        return requirement.implementation(
            (["@MainActor"] + attributes).joined(separator: " "),
            isLong ? "\(head)\n            \(forwarded)\n        }" : line)
    }
}
