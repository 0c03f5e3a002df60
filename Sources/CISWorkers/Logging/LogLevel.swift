/// How much a log entry matters.
public enum LogLevel: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// For whoever is looking for a mistake in the program.
    case debug
    /// What the program does, in normal operation.
    case info
    /// Unusual, and in order: something dropped, something retried.
    case notice
    /// Something went wrong, and the program can go on.
    case warning
    /// Something went wrong, and somebody should look at it.
    case error

    /// Whether `lhs` matters less.
    public static func < (lhs: LogLevel, rhs: LogLevel) -> Bool { lhs.rawValue < rhs.rawValue }
}
