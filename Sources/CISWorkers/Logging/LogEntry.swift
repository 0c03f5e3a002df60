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
    /// What cannot be seen is written as in Swift source, in the name and in the text, so that no value can make a line look
    /// like another entry or hide a part of it: control characters and line breaks, marks that change the direction of text,
    /// and characters without a width. An emoji that is put together with such characters falls apart.
    public var lineOfText: String {
        let date = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        return "\(date) \(level) [\(name.escapingInvisible)] \(text.escapingInvisible)"
    }
}

extension String {
    fileprivate var escapingInvisible: String {
        var result = ""
        result.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            if scalar.isVisible {
                result.unicodeScalars.append(scalar)
            } else {
                result += scalar.escaped(asASCII: true)
            }
        }
        return result
    }
}

extension Unicode.Scalar {
    fileprivate var isVisible: Bool {
        if isASCII { return value >= 0x20 && value != 0x7F }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return false
        default: return !properties.isDefaultIgnorableCodePoint
        }
    }
}
