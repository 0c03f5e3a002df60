public import Foundation

#if canImport(os)
import os
#endif

/// Where log entries go. A value: in a test, a closure that collects them.
public struct LogSink: Sendable {
    let write: @Sendable (LogEntry) -> Void

    /// Makes a sink.
    ///
    /// - Parameter write: Is given each entry, on the thread that logged it. Called from any thread, also from several
    ///   at once. Must not log.
    public init(_ write: @escaping @Sendable (LogEntry) -> Void) {
        self.write = write
    }

    /// Standard error, one line per entry. Lines of several threads do not mix.
    public static let standardError = LogSink { entry in
        let line = Array((entry.lineOfText + "\n").utf8)
        _ = line.withUnsafeBytes { systemWrite(2, $0) }
    }

    /// A file, one line per entry, that is put aside when it is full.
    ///
    /// `app.log` becomes `app.log.1`, which becomes `app.log.2`, and so on; the last one goes. What cannot be written
    /// is counted, and the number noted in the file when writing works again, in a line of its own: logging never fails,
    /// never waits for a reader (of a pipe), and never grows without bounds. The file is for one process. Only its owner can read it, unless it was there before and others could.
    ///
    /// Each entry is written before the call returns. It survives a crash of the process, not one of the system.
    ///
    /// - Parameters:
    ///   - file: The file to write to.
    ///   - maximumBytes: When it is full, in bytes. One entry that is longer has a file of its own.
    ///   - keeping: How many files to keep besides the one that is written to. Less than zero counts as zero.
    ///   - files: What writes it.
    /// - Returns: The sink.
    public static func rotatingFile(
        _ file: URL, maximumBytes: Int = 1_000_000, keeping: Int = 3, files: any FileWorker = DiskFiles()
    ) -> LogSink {
        let rotating = RotatingFile(file, maximumBytes: maximumBytes, keeping: max(keeping, 0), files: files)
        return LogSink { rotating.write($0.lineOfText + "\n") }
    }

    #if canImport(os)
    /// The log of Apple systems. Since secrets have gone from the text, it is marked public there.
    ///
    /// - Parameter subsystem: The identifier of the program. The category is the name of the log.
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
