/// Flags, in one word, for everything unusual about a scene at this moment. A mutation tests the word once, so that a
/// scene without observers and traces does not pay for these features.
@usableFromInline
struct SceneFlags: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt32

    @inlinable
    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    // Flags that are read by code that is inlined into clients are computed, because reading a constant of another module is
    // a call.

    /// A commit or a notification is in progress. Mutations are queued, and actions start later.
    @inlinable static var publishing: SceneFlags { SceneFlags(rawValue: 1 << 0) }
    /// `mutate` is changing the state, so it can be neither read nor changed.
    @inlinable static var mutating: SceneFlags { SceneFlags(rawValue: 1 << 1) }
    /// A selector of the client is reading the state and must not change it.
    static let selecting = SceneFlags(rawValue: 1 << 2)
    /// There is work to do at the end of the current commit: queued mutations or ended observers.
    @inlinable static var unfinished: SceneFlags { SceneFlags(rawValue: 1 << 3) }
    /// `stop()` was called: the store is closed.
    @inlinable static var stopped: SceneFlags { SceneFlags(rawValue: 1 << 4) }

    /// There is an observer, perhaps one that has ended.
    @inlinable static var observed: SceneFlags { SceneFlags(rawValue: 1 << 5) }
    /// Code that uses the Observation framework tracks the state, or a field of it.
    @inlinable static var tracked: SceneFlags { SceneFlags(rawValue: 1 << 6) }
    /// A domain snapshot was taken, so changes of the domain state have to be counted.
    @inlinable static var snapshotTaken: SceneFlags { SceneFlags(rawValue: 1 << 7) }

    /// An action runs between its start and its first suspension. Always set where every start is deferred, because the
    /// system cannot start a task in place.
    static let starting = SceneFlags(rawValue: 1 << 8)

    /// A `SceneObserver` is attached, or this is a debug build: actions keep what reports and events tell of them, and
    /// mutations of finished actions are reported.
    @inlinable static var watched: SceneFlags { SceneFlags(rawValue: 1 << 9) }

    @inlinable static var preventsFastCommit: SceneFlags {
        [.publishing, .stopped, .snapshotTaken, .watched]
    }
    static let defersStart: SceneFlags = [.publishing, .starting]
}
