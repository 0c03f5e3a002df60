import CIS
import Foundation

/// The threads that are running a hint. A hint is a function of the host that the library calls when messages wait.
///
/// Most functions of the library must not be called inside of a hint. They check this list.
enum HintThreads {
    private static let inside = LockedValue<[ThreadName]>([])

    /// Whether the calling thread is running a hint.
    static var hasThisThread: Bool {
        inside.withLock { $0.isEmpty ? false : $0.contains(.current) }
    }

    /// Returns a function that calls a hint, and lists the thread while the hint runs.
    ///
    /// - Parameter data: The pointer that is passed to the hint, as an address, because a pointer is not `Sendable`.
    static func calling(
        _ hint: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void, _ data: UInt
    ) -> @Sendable () -> Void {
        {
            inside.withLock { $0.append(.current) }
            hint(UnsafeMutableRawPointer(bitPattern: data))
            inside.withLock { threads in
                if let index = threads.lastIndex(of: .current) { threads.remove(at: index) }
            }
        }
    }

    /// Identifies a thread of the process.
    private struct ThreadName: Equatable, Sendable {
        let value: UInt

        static var current: ThreadName {
            #if canImport(Darwin)
            ThreadName(value: UInt(bitPattern: pthread_self()))
            #else
            ThreadName(value: UInt(pthread_self()))
            #endif
        }
    }
}
