public import Foundation

/// An entry of a log, which a ``LogSink`` receives. Its text omits the secrets of the ``LogMessage``.
public struct LogEntry: Sendable, Hashable {
    /// The time of the entry.
    public let date: Date
    /// The importance of the entry.
    public let level: LogLevel
    /// The name of the log, such as a part of the program.
    public let name: String
    /// The text.
    public let text: String
    /// The source file that wrote the entry.
    public let fileID: String
    /// The source line that wrote the entry.
    public let line: UInt

    /// The entry as one line, without a line break: date, level, name and text.
    ///
    /// Invisible characters are escaped as in Swift source: control characters, line breaks, marks that change the text
    /// direction, and zero-width characters. Therefore a logged value cannot imitate another entry or hide a part of
    /// the line. Emoji that contain such characters are shown in parts.
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
