/// A requirement of a worker protocol, as read from the source.
struct Requirement: Equatable {
    /// A parameter of a function.
    struct Parameter: Equatable {
        /// The names as declared: `_ images`, `to urls`, `names`.
        var declaration: String
        /// The argument label, or `_`.
        var label: String
        /// The parameter name. It may be a word of Swift, as in `func items(for: User)`.
        var name: String
        /// The type as declared, with attributes.
        var type: String
        /// The type that a double stores: without `@escaping`, and an array for `T...`.
        var keptType: String

        /// The parameter, as the body of the function names it.
        var value: String { SwiftIdentifier.keywords.contains(name) ? "`\(name)`" : name }
    }

    var name: String
    var isProperty: Bool
    /// The attributes and modifiers as declared, such as `@concurrent`.
    var attributes: String
    var parameters: [Parameter]
    var isAsync: Bool
    /// The type of its errors: `any Error` if none is named. Nil if it cannot throw.
    var failure: String?
    /// The return type; `Void` if there is none.
    var answer: String
}

extension Requirement {
    /// Its effects as declared, with a space before: ` async throws`.
    var effects: String {
        let errors = failure.map { $0 == "any Error" ? " throws" : " throws(\($0))" } ?? ""
        return (isAsync ? " async" : "") + errors
    }

    /// What stands before a call of it: `try await `.
    var callMarks: String { (failure == nil ? "" : "try ") + (isAsync ? "await " : "") }

    /// Its implementation, whose body is one expression.
    func implementation(_ attributes: String, _ body: String) -> String {
        let attributes = attributes.isEmpty ? "" : attributes + " "
        if isProperty {
            let signature = "    \(attributes)var \(name): \(answer) {"
            return effects.isEmpty
                ? "\(signature) \(body) }" : "\(signature)\n        get\(effects) { \(body) }\n    }"
        }
        let list = parameters.map { "\($0.declaration): \($0.type)" }.joined(separator: ", ")
        let result = answer == "Void" ? "" : " -> \(answer)"
        let signature = "    \(attributes)func \(name)(\(list))\(effects)\(result) {"
        let line = "\(signature) \(body) }"
        return line.count <= LineWrapper.limit ? line : "\(signature)\n        \(body)\n    }"
    }
}
