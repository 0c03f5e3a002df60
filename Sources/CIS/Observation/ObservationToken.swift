/// Ends an observation.
///
/// An observation without an owner ends when its token is released. Keep the token in a stored property: a local token
/// is released after its *last use*, which the optimizer may move. The token of an observation with an owner (`on:
/// self`) can be ignored: the observation ends with its owner, or earlier with ``cancel()``.
public final class ObservationToken: Sendable {
    let handle: ObserverHandle

    init(_ handle: ObserverHandle) {
        self.handle = handle
    }

    deinit {
        if handle.endsWithToken { handle.end() }
    }

    /// Ends the observation. After it returns, the observer is not called again, not even in a notification that is in
    /// progress. Calling it again does nothing.
    @MainActor
    public func cancel() {
        handle.end()
    }
}
