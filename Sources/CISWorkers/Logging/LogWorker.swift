/// Writes a log.
///
/// ```swift
/// let log = LogWorker("upload", from: .info, to: [.standardError, .rotatingFile(file)])
/// log.info("sending \(count) images to \(url)")
/// log.debug("state: \(expensiveDescription())")       // not computed: debug entries are not wanted
/// ```
///
/// A message is built only if its level is wanted, on the thread of the caller, and given to each sink before the call
/// returns. Secrets are left out, see ``LogMessage``. In tests give it a closure as sink and a clock that stands still.
public struct LogWorker: Sendable {
    private let name: String
    private let level: LogLevel
    private let sinks: [LogSink]
    private let clock: WallClock
    private let revealsSecrets: Bool

    /// Makes a log.
    ///
    /// - Parameters:
    ///   - name: The part of the program it is for. Is in each entry.
    ///   - level: The least level that is written.
    ///   - sinks: Where the entries go. Without any, nothing is built.
    ///   - clock: What dates the entries.
    ///   - revealingSecrets: Whether to write what is marked with `secret:`. For the developer's own machine only.
    ///     Within a value, a ``Secret`` is never revealed.
    public init(
        _ name: String, from level: LogLevel = .info, to sinks: [LogSink] = [.standardError],
        clock: WallClock = .system, revealingSecrets: Bool = false
    ) {
        self.name = name
        self.level = level
        self.sinks = sinks
        self.clock = clock
        revealsSecrets = revealingSecrets
    }

    /// A log that writes nothing.
    public static let silent = LogWorker("", to: [])

    /// The same log under another name.
    ///
    /// - Parameter name: The part of the program it is for.
    /// - Returns: The log.
    public func named(_ name: String) -> LogWorker {
        LogWorker(name, from: level, to: sinks, clock: clock, revealingSecrets: revealsSecrets)
    }

    /// Whether entries of a level are written. Rarely needed: messages are only built if they are.
    ///
    /// - Parameter level: The level.
    /// - Returns: Whether they are.
    public func writes(_ level: LogLevel) -> Bool {
        level >= self.level && !sinks.isEmpty
    }

    /// Writes an entry.
    ///
    /// - Parameters:
    ///   - level: How much it matters.
    ///   - message: The text. Not built if entries of the level are not written.
    ///   - fileID: The caller's file. Leave it out.
    ///   - line: The caller's line. Leave it out.
    public func log(
        _ level: LogLevel, _ message: @autoclosure () -> LogMessage, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        guard writes(level) else { return }
        let text = message().text(revealingSecrets: revealsSecrets)
        let entry = LogEntry(date: clock.now, level: level, name: name, text: text, fileID: "\(fileID)", line: line)
        for sink in sinks { sink.write(entry) }
    }
}

extension LogWorker {
    /// Writes an entry for whoever is looking for a mistake in the program.
    ///
    /// - Parameters:
    ///   - message: The text. Not built if entries of the level are not written.
    ///   - fileID: The caller's file. Leave it out.
    ///   - line: The caller's line. Leave it out.
    public func debug(
        _ message: @autoclosure () -> LogMessage, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        log(.debug, message(), fileID: fileID, line: line)
    }

    /// Writes an entry about what the program does, in normal operation.
    ///
    /// - Parameters:
    ///   - message: The text. Not built if entries of the level are not written.
    ///   - fileID: The caller's file. Leave it out.
    ///   - line: The caller's line. Leave it out.
    public func info(
        _ message: @autoclosure () -> LogMessage, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        log(.info, message(), fileID: fileID, line: line)
    }

    /// Writes an entry about something unusual that is in order.
    ///
    /// - Parameters:
    ///   - message: The text. Not built if entries of the level are not written.
    ///   - fileID: The caller's file. Leave it out.
    ///   - line: The caller's line. Leave it out.
    public func notice(
        _ message: @autoclosure () -> LogMessage, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        log(.notice, message(), fileID: fileID, line: line)
    }

    /// Writes an entry about something that went wrong; the program can go on.
    ///
    /// - Parameters:
    ///   - message: The text. Not built if entries of the level are not written.
    ///   - fileID: The caller's file. Leave it out.
    ///   - line: The caller's line. Leave it out.
    public func warning(
        _ message: @autoclosure () -> LogMessage, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        log(.warning, message(), fileID: fileID, line: line)
    }

    /// Writes an entry about something that went wrong; somebody should look at it.
    ///
    /// - Parameters:
    ///   - message: The text. Not built if entries of the level are not written.
    ///   - fileID: The caller's file. Leave it out.
    ///   - line: The caller's line. Leave it out.
    public func error(
        _ message: @autoclosure () -> LogMessage, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        log(.error, message(), fileID: fileID, line: line)
    }
}
