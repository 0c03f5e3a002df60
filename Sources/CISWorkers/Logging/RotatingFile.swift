internal import CIS
import Foundation

/// The file of ``LogSink/rotatingFile(_:maximumBytes:keeping:files:)``.
final class RotatingFile: Sendable {
    private struct Progress: Sendable {
        /// The size of the file, or `nil` if it is unknown.
        var size: Int?
        /// The size of the complete lines in the file, or `nil` if it is unknown.
        var whole: Int?
        /// The number of lines that could not be written since the last successful write.
        var lost = 0
    }

    private let file: URL
    private let maximumBytes: Int
    private let keeping: Int
    private let files: any FileWorker
    /// The lock is held while a line is written, so that no other thread writes to the file or rotates it meanwhile.
    private let progress = LockedValue(Progress())

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
                // If the file ends with an incomplete line, begin a new line.
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
                // A part of the line may have been written, or a file may have been renamed. Read the size again next
                // time.
                progress.size = nil
                progress.lost += 1
            }
        }
    }

    private func note(of lost: Int) -> String {
        lost == 0 ? "" : "… \(lost) \(lost == 1 ? "line" : "lines") could not be written here\n"
    }

    /// Returns the size of a file of an earlier process, or a smaller number if its last line is incomplete. A full
    /// file is not read, because the next line begins a new file in any case.
    private func lookedUp(_ size: Int) throws(StorageError) -> Int {
        guard size > 0, size < maximumBytes else { return size }
        return try files.read(file)?.last == UInt8(ascii: "\n") ? size : size - 1
    }

    private func rotate() throws(StorageError) {
        guard keeping > 0 else {
            // Not removed, because it may be a link.
            return try files.replace(file, with: Data(), access: nil, durability: .buffered)
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
