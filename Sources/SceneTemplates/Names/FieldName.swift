/// A field of a form, such as `title` or `copies:Int`.
package struct FieldName: Hashable, Sendable, CustomStringConvertible {
    /// The type of a field.
    package enum FieldType: String, CaseIterable, Sendable {
        case text = "String"
        case integer = "Int"
        case number = "Double"
        case flag = "Bool"

        /// The value in a new form, and one that a user could have typed.
        var values: (initial: String, sample: String) {
            switch self {
            case .text: ("\"\"", "\"one\"")
            case .integer, .number: ("0", "1")
            case .flag: ("false", "true")
            }
        }
    }

    let name: MemberName
    let type: FieldType

    package var description: String { name.text }

    /// - Parameter text: The field as typed: a name, then a colon and the type unless that is `String`.
    /// - Throws: ``GeneratorError`` if a property cannot have this name, and for other types.
    package init(_ text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        name = try MemberName(parts[0], kind: "a field")
        guard let type = FieldType(rawValue: parts.count > 1 ? parts[1] : "String") else {
            let all = FieldType.allCases.map(\.rawValue).joined(separator: ", ")
            throw GeneratorError(
                "'\(parts[1])' is not a type of --field.", remedy: "It takes \(all); add others by hand.")
        }
        self.type = type
    }

    /// The declaration of the property.
    var property: String {
        let declared = type == .number ? "\(name): Double" : "\(name)"
        return "        /// As the user has typed it.\n        public var \(declared) = \(type.values.initial)"
    }
}
