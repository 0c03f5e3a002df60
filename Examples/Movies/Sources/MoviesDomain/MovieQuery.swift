/// MV-01: what is searched for.
public struct MovieQuery: Sendable, Hashable {
    /// The text, exactly as it was typed.
    public let text: String

    /// Creates a query.
    public init(_ text: String) {
        self.text = text
    }
}
