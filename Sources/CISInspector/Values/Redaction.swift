internal import CIS

/// What a recorder leaves out of its recording.
///
/// A value in a `Secret` is always left out. Mark other fields by their key path: wherever a value of the path's root
/// occurs, in a state, an action, a mutation, or a call of a worker, the field is left out. Mark enum cases by their name, for
/// a value that is a plain payload, such as the text of `passwordTyped(String)`. The name of a worker's function leaves
/// out the arguments and answers of its calls.
///
/// ```swift
/// Recorder(redacting: Redaction(\Login.State.token, cases: ["tokenReceived"]))
/// ```
///
/// A path through a computed property or a subscript cannot be followed. The whole value of its root is left out then.
/// A mark of a class, of a text or of a number leaves out the whole value, too. If anything is marked, ids of elements are not
/// written as places.
public struct Redaction: Sendable {
    /// A marked field of a type.
    struct Mark: Sendable {
        /// The names of the properties. Empty for the whole value.
        let path: [String]
        /// The type of the field.
        let type: String
    }

    let marks: [ObjectIdentifier: [Mark]]
    let cases: Set<String>
    /// What was marked, as text.
    public let description: [String]

    /// Leaves out marked fields and payloads.
    ///
    /// - Parameters:
    ///   - fields: The paths to the fields.
    ///   - cases: The names of enum cases whose payload is left out, wherever they occur.
    public init(_ fields: AnyKeyPath..., cases: [String] = []) {
        var marks: [ObjectIdentifier: [Mark]] = [:]
        var texts: [String] = []
        for field in fields {
            let root = type(of: field).rootType
            let mark = Mark(path: Self.names(in: field, of: root), type: "\(type(of: field).valueType)")
            // A coding passes on the value, and not the optional.
            let marked = (root as? any AnyOptional.Type)?.wrapped ?? root
            marks[ObjectIdentifier(marked), default: []].append(mark)
            let path = mark.path.isEmpty ? ["\(field)"] : mark.path
            texts.append(([stableName(of: root)] + path).joined(separator: "."))
        }
        self.marks = marks
        self.cases = Set(cases)
        description = texts + cases.map { "case \($0)" }
    }

    private static func names(in field: AnyKeyPath, of root: any Any.Type) -> [String] {
        let prefix = "\\\(root)."
        let text = "\(field)"
        guard text.hasPrefix(prefix), !text.contains("["), !text.contains("(") else { return [] }
        return text.dropFirst(prefix.count).split(separator: ".").map { String($0.filter { $0 != "?" && $0 != "!" }) }
            .filter { !$0.isEmpty }
    }
}

extension RecordedValue {
    /// Replaces the value at a path. Returns whether there is one.
    mutating func redact(_ path: ArraySlice<String>, type: String) -> Bool {
        guard let key = path.first else {
            if self != .null { self = .redacted(type) }
            return true
        }
        switch self {
        case .null: return true
        case .object(var members):
            guard let index = members.firstIndex(where: { $0.key == key }) else { return self["$redacted"] != nil }
            let isFound = members[index].value.redact(path.dropFirst(), type: type)
            self = .object(members)
            return isFound
        default: return false
        }
    }
}
