import Dispatch
import Foundation

/// Detects whether another copy of the library already serves hosts in this process. There are two copies if two
/// dynamic libraries of apps are loaded. Each copy would have types of its own with the same names.
@MainActor
enum LibraryCopy {
    /// Whether this copy serves the hosts of the process. It does if no other copy was used before.
    static let isServing = mark()

    private typealias Get = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UnsafeRawPointer?
    private typealias Set =
        @convention(c) (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer?, UnsafeRawPointer?) -> Void

    /// Marks the main queue, which all copies share, unless another copy has marked it. It uses the C functions of Dispatch,
    /// because each copy would have its own Swift object as the key.
    private static func mark() -> Bool {
        guard let queue = symbol("_dispatch_main_q"), let get = symbol("dispatch_queue_get_specific"),
            let set = symbol("dispatch_queue_set_specific")
        else { return true }
        // All copies can use the address of the queue as the key.
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
