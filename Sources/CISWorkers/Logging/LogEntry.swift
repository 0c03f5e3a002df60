public import Foundation

/// One entry of a log, as a ``LogSink`` gets it. Secrets have gone from its text.
public struct LogEntry: Sendable, Hashable {
    /// When it was made.
    public let date: Date
    /// How much it matters.
    public let level: LogLevel
    /// The name of the log: the part of the program it comes from.
    public let name: String
    /// The text.
    public let text: String
    /// The file it was made in.
    public let fileID: String
    /// The line it was made at.
    public let line: UInt

    /// The entry as one line of text, without a line break: date, level, name, text.
    ///
    /// Control characters, line breaks among them, are written as in Swift source, so that no value can make a line
    /// look like another entry.
    public var lineOfText: String {
        let date = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        var result = "\(date) \(level) [\(name)] "
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: result += scalar.escaped(asASCII: true)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
