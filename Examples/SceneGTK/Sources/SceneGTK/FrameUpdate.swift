import CGTK

/// Runs an update once before the next frame is drawn, even if it is requested several times.
///
/// Bind it to a scene with `observe`. If there are a thousand commits between two frames, the widgets are updated once.
///
/// ```swift
/// let update = FrameUpdate(on: self) { $0.show($0.scene.state) }
/// scene.observe(\.rows, on: self) { view, _ in view.update.request() }
/// ```
@MainActor
public final class FrameUpdate {
    private let update: () -> Void
    private var isRequested = false

    /// Creates an update that belongs to an owner, which it holds weakly.
    public init<Owner: AnyObject>(on owner: Owner, _ update: @escaping @MainActor (Owner) -> Void) {
        self.update = { [weak owner] in
            if let owner { update(owner) }
        }
    }

    /// Requests the update. It runs after more urgent work of the loop, and before layout and drawing.
    public func request() {
        guard !isRequested else { return }
        isRequested = true
        let data = Unmanaged.passRetained(self).toOpaque()
        // GTK lays out at 110 and draws at 120.
        g_idle_add_full(
            G_PRIORITY_HIGH_IDLE,
            { data in
                guard let data else { return 0 }
                let update = Unmanaged<FrameUpdate>.fromOpaque(data).takeUnretainedValue()
                MainActor.assumeIsolated { CallbackTime.measure { update.perform() } }
                return 0
            }, data,
            { data in if let data { Unmanaged<FrameUpdate>.fromOpaque(data).release() } })
    }

    private func perform() {
        isRequested = false
        update()
    }
}
