/// Flags, in one word, for everything unusual about a scene at this moment. A mutation tests the word once, so that a
/// scene without observers, traces or cancelled actions does not pay for these features.
@frozen
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
    /// `stop()` was called: the store is closed.
    @inlinable static var stopped: SceneFlags { SceneFlags(rawValue: 1 << 1) }
    /// A `SceneObserver` is attached.
    @inlinable static var traced: SceneFlags { SceneFlags(rawValue: 1 << 2) }
    /// Code that uses the Observation framework tracks the state, or a field of it.
    @inlinable static var tracked: SceneFlags { SceneFlags(rawValue: 1 << 3) }
    /// A domain snapshot was taken, so changes of the domain state have to be counted.
    @inlinable static var snapshotTaken: SceneFlags { SceneFlags(rawValue: 1 << 4) }
    /// A debug build: mutations of finished actions are reported.
    @inlinable static var checked: SceneFlags { SceneFlags(rawValue: 1 << 5) }
    /// There are observers.
    @inlinable static var observed: SceneFlags { SceneFlags(rawValue: 1 << 6) }
    /// There is work to do at the end of the current commit: queued mutations or ended observers.
    @inlinable static var unfinished: SceneFlags { SceneFlags(rawValue: 1 << 7) }
    /// An action runs between its start and its first suspension.
    static let starting = SceneFlags(rawValue: 1 << 8)
    /// The system cannot start a task in place: every start is deferred.
    static let alwaysDefers = SceneFlags(rawValue: 1 << 9)

    /// Actions are running, so a mutation may come from an action that was cancelled.
    @inlinable static var acting: SceneFlags { SceneFlags(rawValue: 1 << 10) }

    /// `mutate` is changing the state, so it can be neither read nor changed.
    @inlinable static var mutating: SceneFlags { SceneFlags(rawValue: 1 << 16) }

    /// A test tool watches reads of the domain state, to find stale writes.
    @inlinable static var domainWatched: SceneFlags { SceneFlags(rawValue: 1 << 12) }

    /// A test tool has instrumented the scene.
    static let instrumented = SceneFlags(rawValue: 1 << 14)

    /// A runtime has taken the store. This is not unusual, and in none of the sets below. The word has room for it.
    static let hasRuntime = SceneFlags(rawValue: 1 << 18)

    /// The scene is a child of another one. In none of the sets below.
    static let hasParent = SceneFlags(rawValue: 1 << 19)

    /// The scene has sent outputs that its parent may still receive. In none of the sets below.
    static let hasEarlyOutputs = SceneFlags(rawValue: 1 << 20)

    /// The state may have to be corrected after each commit; see `SceneExtras.corrections`. In none of the sets below,
    /// because a scene with corrections has observers.
    static let isCorrected = SceneFlags(rawValue: 1 << 21)

    /// A selector of the client is reading the state and must not change it.
    static let selecting = SceneFlags(rawValue: 1 << 17)

    /// The flags that may keep a mutation off the fast path. `acting` does so only if the action that executes the
    /// mutation was cancelled.
    @inlinable static var mayPreventFastCommit: SceneFlags { [preventsFastCommit, .acting] }
    /// The flags that keep a mutation off the fast path.
    @inlinable static var preventsFastCommit: SceneFlags {
        [.publishing, .stopped, .traced, .snapshotTaken, .checked]
    }
    /// The flags that defer the start of an action.
    static let defersStart: SceneFlags = [.publishing, .starting, .alwaysDefers]
}
