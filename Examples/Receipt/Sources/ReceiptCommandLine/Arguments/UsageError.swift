/// Arguments or a command that cannot be followed. Its text names the value and the remedy.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    /// For the user.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
