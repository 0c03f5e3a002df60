/// The importance of a log entry.
public enum LogLevel: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// Details for finding errors in the program.
    case debug
    /// Normal operation.
    case info
    /// An unusual event that is not an error, such as a dropped action.
    case notice
    /// An error after which the program can continue.
    case warning
    /// An error that somebody should look at.
    case error

    /// Returns whether `lhs` is less important than `rhs`.
    public static func < (lhs: LogLevel, rhs: LogLevel) -> Bool { lhs.rawValue < rhs.rawValue }
}
