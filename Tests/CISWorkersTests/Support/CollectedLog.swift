import CIS
import CISWorkers

/// Collects log entries.
final class CollectedLog: Sendable {
    private let entries = LockedValue<[LogEntry]>([])

    var sink: LogSink { LogSink { entry in self.entries.withLock { $0.append(entry) } } }
    var all: [LogEntry] { entries.withLock { $0 } }
    /// The level and the text of each entry.
    var texts: [String] { all.map { "\($0.level) \($0.text)" } }
}
