extension JSONTree {
    /// A description of the value for error messages. Scalars are shown if they are short.
    var shortDescription: String {
        switch self {
        case .array(let node): return "an array of \(node.elements.count)"
        case .object(let node): return "an object with \(node.shape.keys.prefix(8).joined(separator: ", "))"
        case .text(let text) where text.utf8.count > 80: return "text of \(text.utf8.count) bytes"
        default: return String(decoding: bytes, as: UTF8.self)
        }
    }
}
