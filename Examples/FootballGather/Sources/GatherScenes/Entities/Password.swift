/// A password in a text field. Descriptions, dumps and logs show `<secret>`, and a saved state does not contain the password.
package struct Password: Sendable, Equatable {
    /// The text itself.
    package let text: String

    package init(_ text: String) { self.text = text }

    package var isEmpty: Bool { text.isEmpty }

    /// D23: the rule of the server, which is checked here, because the server receives only a hash.
    static let minimumCount = 3
    var isShort: Bool { text.count < Self.minimumCount }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "<secret>" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Read as text, so that an action from another process can have a password. Written as an empty text.
extension Password: Codable {
    package init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("")
    }
}
