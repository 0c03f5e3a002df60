/// An observation that can be ended.
///
/// The token of an observation without an owner ends it when it is released. Keep it in a stored property: a local
/// token ends at its *last use*, which the optimiser may move. The token of an observation bound to an owner
/// (`on: self`) may be ignored; the observation ends with its owner, or earlier with ``cancel()``.
public final class ObservationToken: Sendable {
    private let handle: ObserverHandle
    private let endsWhenReleased: Bool

    init(_ handle: ObserverHandle, endsWhenReleased: Bool) {
        self.handle = handle
        self.endsWhenReleased = endsWhenReleased
    }

    deinit {
        if endsWhenReleased { handle.end() }
    }

    /// Ends the observation. When this returns the observer is not called again, not even in a notification that is in
    /// progress. Calling it again does nothing.
    @MainActor
    public func cancel() {
        handle.end()
    }
}
