/// Arguments or a command that cannot be followed. Its text names the value and the remedy.
public struct UsageError: Error, Equatable, CustomStringConvertible {
    /// For the user.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
