/// A value in a few characters: the name of its case, with what fits of its payload. Of an image only the type is told,
/// never its bytes.
enum ShortText {
    /// The longest text that is shown whole.
    private static let limit = 32

    static func of(_ value: Any) -> String {
        if let text = value as? String { return quoted(text) }
        if value is Bool || value is Int { return "\(value)" }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .enum: return enumCase(value, mirror)
        case .tuple: return mirror.children.map(labelled).joined(separator: ", ")
        case .collection: return mirror.children.count == 1 ? "1 item" : "\(mirror.children.count) items"
        default: return "\(type(of: value))"
        }
    }

    private static func enumCase(_ value: Any, _ mirror: Mirror) -> String {
        guard let payload = mirror.children.first, let name = payload.label else { return "\(value)" }
        return "\(name)(\(of(payload.value)))"
    }

    private static func labelled(_ child: Mirror.Child) -> String {
        guard let label = child.label, !label.hasPrefix(".") else { return of(child.value) }
        return "\(label): \(of(child.value))"
    }

    private static func quoted(_ text: String) -> String {
        let start = text.prefix(limit)
        return String(start).debugDescription + (start.endIndex < text.endIndex ? "…" : "")
    }
}
