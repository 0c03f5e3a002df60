public import Foundation

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

    /// Returns a sink that writes each entry as one line to a file, and starts a new file when it is full.
    ///
    /// The full file `app.log` is renamed to `app.log.1`, the previous `app.log.1` to `app.log.2`, and so on; the
    /// oldest file is deleted. A new file can only be read by its owner. Use each file in one process only.
    ///
    /// Logging never throws. Entries that cannot be written are counted, and their number is written to the file when
    /// writing works again. If the file is a pipe, the sink does not wait for its reader.
    ///
    /// An entry is passed to the system before the log function returns. It survives a crash of the process, but not
    /// always a crash of the system.
    ///
    /// - Parameters:
    ///   - file: The URL of the file.
    ///   - maximumBytes: The maximum size of a file, in bytes. An entry that is longer gets a file of its own.
    ///   - keeping: The number of full files to keep. A negative number counts as zero.
    ///   - files: Writes the file.
    /// - Returns: The sink.
    public static func rotatingFile(
        _ file: URL, maximumBytes: Int = 1_000_000, keeping: Int = 3, files: any FileWorker = DiskFiles()
    ) -> LogSink {
        let rotating = RotatingFile(file, maximumBytes: maximumBytes, keeping: max(keeping, 0), files: files)
        return LogSink { rotating.write($0.lineOfText + "\n") }
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
