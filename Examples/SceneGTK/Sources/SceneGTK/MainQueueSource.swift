import CGTK
import Foundation

/// Lets main-actor tasks run inside GLib's main loop.
///
/// A descriptor becomes readable when the main queue has jobs. GLib's loop watches it like any other descriptor, and runs the
/// jobs. There is no polling, so an idle window uses no processor time.
@MainActor
public enum MainQueueSource {
    private static var isAttached = false
    /// How often the queue was run. Tests use it to check that an idle program does not run the queue.
    public private(set) static var runs = 0

    /// Attaches the main queue to the main loop of the calling thread. A second call does nothing.
    ///
    /// ``runApplication(id:activate:)`` calls it. Call it yourself if other code runs the loop.
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
        // The descriptor is read first. As long as it is readable, the loop returns here at once, and work with a lower
        // priority, such as drawing, does not run.
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
        CallbackTime.measure { _dispatch_main_queue_callback_4CF(nil) }
        #endif
    }
}
