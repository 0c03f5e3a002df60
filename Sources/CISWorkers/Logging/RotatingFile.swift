internal import CIS
import Foundation

/// The file behind ``LogSink/rotatingFile(_:maximumBytes:keeping:files:)``.
final class RotatingFile: Sendable {
    private struct Progress: Sendable {
        /// The size of the file. `nil` until it was asked for.
        var size: Int?
        /// How much of the file is whole lines. `nil` until it was looked at.
        var whole: Int?
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
                var size = try progress.size ?? files.info(file)?.size ?? 0
                let whole = try progress.whole ?? lookedUp(size)
                progress.whole = whole
                // A part of a line, of this process or of one before it, is ended first.
                var data = Data(((size > whole ? "\n" : "") + note(of: progress.lost) + line).utf8)
                if size > 0, size + data.count > maximumBytes {
                    try rotate()
                    size = 0
                    progress.whole = 0
                    data = Data((note(of: progress.lost) + line).utf8)
                }
                try files.append(data, to: file, access: .ownerOnly)
                progress = Progress(size: size + data.count, whole: size + data.count)
            } catch {
                // A part may have been written, or one of the files may have been moved: look again next time.
                progress.size = nil
                progress.lost += 1
            }
        }
    }

    private func note(of lost: Int) -> String {
        lost == 0 ? "" : "… \(lost) \(lost == 1 ? "line" : "lines") could not be written here\n"
    }

    /// How much of a file of a process before this one is whole lines: all, or not quite. One that is full is put aside
    /// anyway.
    private func lookedUp(_ size: Int) throws(StorageError) -> Int {
        guard size > 0, size < maximumBytes else { return size }
        return try files.read(file)?.last == UInt8(ascii: "\n") ? size : size - 1
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
