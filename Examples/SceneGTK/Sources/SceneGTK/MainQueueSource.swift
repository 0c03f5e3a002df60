import CGTK
import Foundation

/// Lets main-actor tasks run inside GLib's main loop.
///
/// The main queue says through a descriptor that something is to be done. The loop watches it like any other, and runs
/// what is due. Nothing polls, so an idle window costs no processor time.
@MainActor
public enum MainQueueSource {
    private static var isAttached = false
    /// How often the queue was run, for tests: an idle program must not run it.
    public private(set) static var runs = 0

    /// Attaches the main queue to the main loop of the calling thread. A second call does nothing.
    ///
    /// Called by ``runApplication(id:activate:)``. Call it yourself where something else runs the loop.
    public static func attach() {
        #if os(Linux)
        guard !isAttached else { return }
        isAttached = true
        let descriptor = _dispatch_get_main_queue_handle_4CF()
        g_unix_fd_add_full(
            G_PRIORITY_DEFAULT, descriptor, G_IO_IN,
            { descriptor, _, _ in
                MainActor.assumeIsolated { MainQueueSource.run(descriptor) }
                return 1
            }, nil, nil)
        #endif
        // On Apple systems GLib's main loop runs the main run loop, and with it the main queue.
    }

    private static func run(_ descriptor: Int32) {
        #if os(Linux)
        runs += 1
        // Read first: as long as the descriptor is readable the loop comes back at once, and nothing of a lower priority,
        // such as drawing, has its turn.
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
        _dispatch_main_queue_callback_4CF(nil)
        #endif
    }
}
