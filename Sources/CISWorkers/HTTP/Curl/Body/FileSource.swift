#if os(Linux)
internal import CIS
import Dispatch
import Foundation

/// Provides the bytes of a file. At most two pieces are in memory: the one that is being sent, and one that was read ahead.
///
/// It is read on a queue, so that the sending thread does not wait for the disk.
final class FileSource: BodySource {
    fileprivate struct Piece: Sendable {
        var start: Int64
        var bytes: Data

        var end: Int64 { start + Int64(bytes.count) }

        func contains(_ position: Int64) -> Bool { start <= position && position < end }
    }

    fileprivate struct State: Sendable {
        var current = Piece(start: 0, bytes: Data())
        var next: Piece?
        /// The offset of the piece that is being read now.
        var reading: Int64?
        var problem: FileProblem?
        /// Called when the requested bytes have been read.
        var waiting: (@Sendable () -> Void)?
    }

    private static let pieceSize = 256 << 10

    let size: Int64
    private let file: OpenFile
    private let queue: DispatchQueue
    private let state = LockedValue(State())

    /// Opens the file.
    init(_ url: URL, on queue: DispatchQueue) throws(FileProblem) {
        file = try OpenFile(reading: url)
        size = try file.size()
        self.queue = queue
    }

    func give(
        from position: Int64,
        into buffer: UnsafeMutableRawBufferPointer,
        _ wake: @escaping @Sendable () -> Void
    ) -> Given {
        guard position < size else { return .given(0) }
        return state.withLock { state in
            if let problem = state.problem { return .failed(problem) }
            if let next = state.next, next.contains(position) {
                state.current = next
                state.next = nil
            }
            guard state.current.contains(position) else {
                state.waiting = wake
                read(from: position, &state)
                return .notYet
            }
            if state.next == nil { read(from: state.current.end, &state) }
            let part = state.current.bytes.dropFirst(Int(position - state.current.start)).prefix(buffer.count)
            part.copyBytes(to: buffer)
            return .given(part.count)
        }
    }

    /// Starts reading a piece, unless it is being read already.
    private func read(from position: Int64, _ state: inout State) {
        guard position < size, state.reading != position else { return }
        state.reading = position
        queue.async { [self] in
            let piece = Result { () throws(FileProblem) in
                Piece(start: position, bytes: try file.bytes(from: position, atMost: Self.pieceSize))
            }
            let waiting = self.state.withLock { $0.take(piece, from: position) }
            waiting?()
        }
    }
}

extension FileSource.State {
    /// Stores a piece that was read. Returns the function to call now.
    fileprivate mutating func take(
        _ piece: Result<FileSource.Piece, FileProblem>,
        from position: Int64
    ) -> (@Sendable () -> Void)? {
        // Another piece was requested in the meantime.
        guard reading == position else { return nil }
        reading = nil
        switch piece {
        case .success(let piece): next = piece
        case .failure(let problem): self.problem = problem
        }
        defer { waiting = nil }
        return waiting
    }
}
#endif
