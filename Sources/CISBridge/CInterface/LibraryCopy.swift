import Dispatch
import Foundation

/// Tells whether the process has another copy of the library that serves hosts, as happens when two dynamic libraries of apps are
/// loaded. They would have two sets of the same types.
@MainActor
enum LibraryCopy {
    /// Whether this is the copy that has asked first.
    static let isServing = mark()

    private typealias Get = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UnsafeRawPointer?
    private typealias Set =
        @convention(c) (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer?, UnsafeRawPointer?) -> Void

    /// Marks the main queue, which all copies have in common, unless another copy has. By the functions in C, because a key in Swift
    /// is an object, of which each copy has its own.
    private static func mark() -> Bool {
        guard let queue = symbol("_dispatch_main_q"), let get = symbol("dispatch_queue_get_specific"),
            let set = symbol("dispatch_queue_set_specific")
        else { return true }
        // The address of the queue is a key that all copies know.
        guard unsafeBitCast(get, to: Get.self)(queue, queue) == nil else { return false }
        unsafeBitCast(set, to: Set.self)(queue, queue, queue, nil)
        return true
    }

    private static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
        #if canImport(Darwin)
        dlsym(UnsafeMutableRawPointer(bitPattern: -2), name)
        #else
        dlsym(nil, name)
        #endif
    }
}
