/// The maximum length of stored texts. It is more than any user types, and keeps lists of such texts small.
enum TextLimit {
    static let bytes = 255

    /// Checks the length of a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - name: The name of the text, for the message to the client.
    /// - Throws: ``Refusal/bad(_:)`` if it is longer.
    static func check(_ text: String?, _ name: String) throws {
        guard let text, text.utf8.count > bytes else { return }
        throw Refusal.bad("A \(name) has at most \(bytes) bytes.")
    }
}
