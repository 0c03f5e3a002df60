/// How long the texts are that are kept: longer than anything that a user types, and short enough for a list of them.
enum TextLimit {
    static let bytes = 255

    /// - Parameter name: What the text is, for the client.
    /// - Throws: ``Refusal/bad(_:)`` if it is longer.
    static func check(_ text: String?, _ name: String) throws {
        guard let text, text.utf8.count > bytes else { return }
        throw Refusal.bad("A \(name) has at most \(bytes) bytes.")
    }
}
