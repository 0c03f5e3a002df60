/// MV-01: the text of a search.
public struct MovieQuery: Sendable, Hashable {
    /// The text, exactly as it was typed.
    public let text: String

    /// Creates a query.
    public init(_ text: String) {
        self.text = text
    }
}
