/// Writes log entries.
///
/// ```swift
/// let log = LogWorker("upload", from: .info, to: [.standardError])
/// log.info("sending \(count) images to \(url)")
/// // Not evaluated, because the level is below .info:
/// log.debug("state: \(expensiveDescription())")
/// ```
///
/// A message is evaluated only if its level is written. It is evaluated on the caller's thread and passed to each sink
/// before the function returns. Secrets are omitted; see ``LogMessage``. The functions `debug`, `info`, `notice`,
/// `warning` and `error` write entries of their level. Their default arguments are the caller's file and line.
///
/// In tests, use a sink with a closure and a fixed clock.
public struct LogWorker: Sendable {
    private let name: String
    private let level: LogLevel
    private let sinks: [LogSink]
    private let clock: WallClock

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - name: The name of the log, such as a part of the program. Each entry contains it.
    ///   - level: The lowest level that is written.
    ///   - sinks: The destinations of the entries. If there are none, messages are not evaluated.
    ///   - clock: The clock for the time of the entries.
    public init(
        _ name: String, from level: LogLevel = .info, to sinks: [LogSink] = [.standardError],
        clock: WallClock = .system
    ) {
        self.name = name
        self.level = level
        self.sinks = sinks
        self.clock = clock
    }

    /// A log that writes nothing.
    public static let silent = LogWorker("", to: [])

    /// Returns the same log with another name.
    ///
    /// - Parameter name: The name.
    /// - Returns: The log.
    public func named(_ name: String) -> LogWorker {
        LogWorker(name, from: level, to: sinks, clock: clock)
    }

    /// Returns whether entries of a level are written. This check is rarely needed, because messages are evaluated only
    /// if they are written.
    ///
    /// - Parameter level: The level.
    /// - Returns: Whether entries of this level are written.
    public func writes(_ level: LogLevel) -> Bool {
        level >= self.level && !sinks.isEmpty
    }

    /// Writes an entry.
    ///
    /// - Parameters:
    ///   - level: The importance of the entry.
    ///   - message: The text, which is evaluated only if the level is written.
    ///   - fileID: The source file of the entry.
    ///   - line: The source line of the entry.
    public func log(
        _ level: LogLevel, _ message: @autoclosure () -> LogMessage, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        guard writes(level) else { return }
        let text = message().description
        let entry = LogEntry(date: clock.now, level: level, name: name, text: text, fileID: "\(fileID)", line: line)
        for sink in sinks { sink.write(entry) }
    }
}

extension LogWorker {
    /// Writes an entry with details for finding errors in the program.
    ///
    /// - Parameters:
    ///   - message: The text, which is evaluated only if the level is written.
    ///   - fileID: The source file of the entry.
    ///   - line: The source line of the entry.
    public func debug(
        _ message: @autoclosure () -> LogMessage, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        log(.debug, message(), fileID: fileID, line: line)
    }

    /// Writes an entry about normal operation.
    ///
    /// - Parameters:
    ///   - message: The text, which is evaluated only if the level is written.
    ///   - fileID: The source file of the entry.
    ///   - line: The source line of the entry.
    public func info(
        _ message: @autoclosure () -> LogMessage, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        log(.info, message(), fileID: fileID, line: line)
    }

    /// Writes an entry about an unusual event that is not an error.
    ///
    /// - Parameters:
    ///   - message: The text, which is evaluated only if the level is written.
    ///   - fileID: The source file of the entry.
    ///   - line: The source line of the entry.
    public func notice(
        _ message: @autoclosure () -> LogMessage, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        log(.notice, message(), fileID: fileID, line: line)
    }

    /// Writes an entry about an error after which the program can continue.
    ///
    /// - Parameters:
    ///   - message: The text, which is evaluated only if the level is written.
    ///   - fileID: The source file of the entry.
    ///   - line: The source line of the entry.
    public func warning(
        _ message: @autoclosure () -> LogMessage, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        log(.warning, message(), fileID: fileID, line: line)
    }

    /// Writes an entry about an error that somebody should look at.
    ///
    /// - Parameters:
    ///   - message: The text, which is evaluated only if the level is written.
    ///   - fileID: The source file of the entry.
    ///   - line: The source line of the entry.
    public func error(
        _ message: @autoclosure () -> LogMessage, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        log(.error, message(), fileID: fileID, line: line)
    }
}
