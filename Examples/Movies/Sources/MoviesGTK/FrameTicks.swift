import CGTK
import SceneGTK

/// Waits for the frames of a window.
@MainActor final class FrameTicks {
    private let widget: UnsafeMutablePointer<GtkWidget>
    private var waiting: CheckedContinuation<Void, any Error>?
    private var isClosed = false

    /// - Parameter widget: The window. It has to exist until ``close()`` is called.
    init(_ widget: UnsafeMutablePointer<GtkWidget>) {
        self.widget = widget
    }

    /// Waits until the next frame begins. One task may wait at a time.
    ///
    /// - Throws: `CancellationError` if the window is closed, because then there are no more frames.
    func next() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            guard !isClosed else { return continuation.resume(throwing: CancellationError()) }
            waiting = continuation
            gtk_widget_add_tick_callback(
                widget,
                { _, _, data in
                    guard let data else { return 0 }
                    let ticks = Unmanaged<FrameTicks>.fromOpaque(data).takeUnretainedValue()
                    MainActor.assumeIsolated { ticks.take()?.resume() }
                    return 0
                }, Unmanaged.passRetained(self).toOpaque(),
                { data in if let data { Unmanaged<FrameTicks>.fromOpaque(data).release() } })
        }
    }

    /// Ends the waiting. Call it when the window is closed.
    func close() {
        isClosed = true
        take()?.resume(throwing: CancellationError())
    }

    private func take() -> CheckedContinuation<Void, any Error>? {
        defer { waiting = nil }
        return waiting
    }
}
