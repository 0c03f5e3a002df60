#if canImport(os)
import os
#endif

/// A destination of log entries. In tests, use a closure that collects them.
public struct LogSink: Sendable {
    let write: @Sendable (LogEntry) -> Void

    /// Creates a sink.
    ///
    /// - Parameter write: Writes an entry. It is called on the thread that logs, possibly on several threads at the
    ///   same time. It must not log.
    public init(_ write: @escaping @Sendable (LogEntry) -> Void) {
        self.write = write
    }

    /// Writes each entry as one line to standard error. Lines from several threads are not mixed.
    public static let standardError = LogSink { entry in
        let line = Array((entry.lineOfText + "\n").utf8)
        _ = line.withUnsafeBytes { systemWrite(2, $0) }
    }

    #if canImport(os)
    /// Returns a sink that writes to the unified log of Apple systems. Entries are marked as public there, because a
    /// ``LogWorker`` omits secrets.
    ///
    /// - Parameter subsystem: The identifier of the program. The name of the log is the category.
    /// - Returns: The sink.
    public static func system(subsystem: String) -> LogSink {
        LogSink { entry in
            let type: OSLogType =
                switch entry.level {
                case .debug: .debug
                case .info: .info
                case .notice: .default
                case .warning, .error: .error
                }
            os.Logger(subsystem: subsystem, category: entry.name).log(level: type, "\(entry.text, privacy: .public)")
        }
    }
    #endif
}
