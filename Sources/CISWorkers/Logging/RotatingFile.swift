internal import CIS
import Foundation

/// The file behind ``LogSink/rotatingFile(_:maximumBytes:keeping:files:)``.
final class RotatingFile: Sendable {
    private struct Progress: Sendable {
        /// The size of the file. `nil` until it was asked for.
        var size: Int?
        /// Lines that could not be written since one could.
        var lost = 0
    }

    private let file: URL
    private let maximumBytes: Int
    private let keeping: Int
    private let files: any FileWorker
    /// Writing happens within the lock: a line has to be in the file that it was counted for.
    private let progress = Guarded(Progress())

    init(_ file: URL, maximumBytes: Int, keeping: Int, files: any FileWorker) {
        self.file = file
        self.maximumBytes = maximumBytes
        self.keeping = keeping
        self.files = files
    }

    func write(_ line: String) {
        progress.withLock { progress in
            do {
                let note = progress.lost == 0 ? "" : "… \(progress.lost) lines could not be written here\n"
                let data = Data((note + line).utf8)
                var size = try progress.size ?? files.info(file)?.size ?? 0
                if size > 0, size + data.count > maximumBytes {
                    try rotate()
                    size = 0
                }
                try files.append(data, to: file, access: .ownerOnly)
                progress = Progress(size: size + data.count, lost: 0)
            } catch {
                // A part may have been written, or one of the files may have been moved: look again next time.
                progress = Progress(size: nil, lost: progress.lost + 1)
            }
        }
    }

    private func rotate() throws(StorageError) {
        guard keeping > 0 else {
            try files.remove(file)
            return
        }
        var last = 1
        while last < keeping, try files.info(numbered(last)) != nil { last += 1 }
        for number in (1..<last).reversed() {
            try files.move(numbered(number), to: numbered(number + 1))
        }
        try files.move(file, to: numbered(1))
    }

    private func numbered(_ number: Int) -> URL {
        file.deletingLastPathComponent().appending(
            path: "\(file.lastPathComponent).\(number)", directoryHint: .notDirectory)
    }
}
