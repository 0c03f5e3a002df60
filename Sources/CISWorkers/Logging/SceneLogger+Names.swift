/// The texts of actions, use cases, mutations and outputs.
extension SceneLogger {
    /// Returns the name of an enum case, or the type of another value.
    static func caseName(of value: any Sendable) -> String {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .enum else { return "\(type(of: value))" }
        return mirror.children.first?.label ?? "\(value)"
    }

    /// Returns the name of an enum case with its values in short.
    package static func summary(of value: Any) -> String {
        if let whole = value as? String {
            let text = masked(whole)
            return cut(text).debugDescription + (text.count > 32 ? "…" : "")
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .enum: return mirror.children.first.map { "\($0.label ?? "")(\(summary(of: $0.value)))" } ?? "\(value)"
        case .tuple: return mirror.children.map(summary).joined(separator: ", ")
        case .optional: return mirror.children.first.map { summary(of: $0.value) } ?? "nil"
        case .collection, .set, .dictionary:
            return mirror.children.count == 1 ? "1 item" : "\(mirror.children.count) items"
        case nil: return cut(masked("\(value)"))
        default: return "\(type(of: value))"
        }
    }

    /// Returns an element of a tuple with its label, if it has one. Elements without a label are called `.0`, `.1`, ….
    private static func summary(_ element: Mirror.Child) -> String {
        let label = element.label.map { $0.hasPrefix(".") ? "" : "\($0): " }
        return "\(label ?? "")\(summary(of: element.value))"
    }

    /// Masks addresses before they are cut. Without its end, a password would not be recognized as one.
    private static func masked(_ text: String) -> String { ("\(text)" as LogMessage).description }

    private static func cut(_ text: String) -> String { String(text.prefix(32)) }
}
