/// Flags, in one word, for everything unusual about a scene at this moment. A mutation tests the word once, so that a
/// scene without observers, traces or cancelled actions does not pay for these features.
///
/// Not an `OptionSet`, because its functions are generic: in a client's debug build one call takes longer than the rest
/// of a short mutation.
@frozen
@usableFromInline
struct SceneFlags: Equatable, Sendable {
    @usableFromInline var rawValue: UInt32

    @inlinable
    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Whether all of the given flags are set.
    @inlinable
    func contains(_ flags: SceneFlags) -> Bool { rawValue & flags.rawValue == flags.rawValue }

    /// Whether none of the given flags is set.
    @inlinable
    func isDisjoint(with flags: SceneFlags) -> Bool { rawValue & flags.rawValue == 0 }

    @inlinable
    mutating func insert(_ flags: SceneFlags) { rawValue |= flags.rawValue }

    @inlinable
    mutating func remove(_ flags: SceneFlags) { rawValue &= ~flags.rawValue }

    @inlinable
    static func | (one: SceneFlags, other: SceneFlags) -> SceneFlags {
        SceneFlags(rawValue: one.rawValue | other.rawValue)
    }

    /// Nothing is unusual.
    @inlinable static var none: SceneFlags { SceneFlags(rawValue: 0) }

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
    static var starting: SceneFlags { SceneFlags(rawValue: 1 << 8) }
    /// The system cannot start a task in place: every start is deferred.
    static var alwaysDefers: SceneFlags { SceneFlags(rawValue: 1 << 9) }

    /// Actions are running, so a mutation may come from an action that was cancelled.
    @inlinable static var acting: SceneFlags { SceneFlags(rawValue: 1 << 10) }

    /// `mutate` is changing the state, so it can be neither read nor changed.
    @inlinable static var mutating: SceneFlags { SceneFlags(rawValue: 1 << 16) }

    /// A test tool watches reads of the domain state, to find stale writes.
    @inlinable static var domainWatched: SceneFlags { SceneFlags(rawValue: 1 << 12) }

    /// A test tool has instrumented the scene.
    static var instrumented: SceneFlags { SceneFlags(rawValue: 1 << 14) }

    /// A runtime has taken the store. This is not unusual, and in none of the sets below. The word has room for it.
    static var hasRuntime: SceneFlags { SceneFlags(rawValue: 1 << 18) }

    /// The scene is a child of another one. In none of the sets below.
    static var hasParent: SceneFlags { SceneFlags(rawValue: 1 << 19) }

    /// The scene has sent outputs that its parent may still receive. In none of the sets below.
    static var hasEarlyOutputs: SceneFlags { SceneFlags(rawValue: 1 << 20) }

    /// The state may have to be corrected after each commit; see `SceneExtras.corrections`. In none of the sets below,
    /// because a scene with corrections has observers.
    static var isCorrected: SceneFlags { SceneFlags(rawValue: 1 << 21) }

    /// A selector of the client is reading the state and must not change it.
    static var selecting: SceneFlags { SceneFlags(rawValue: 1 << 17) }

    /// The flags that may keep a mutation off the fast path. `acting` does so only if the action that executes the
    /// mutation was cancelled.
    @inlinable static var mayPreventFastCommit: SceneFlags { preventsFastCommit | .acting }
    /// The flags that keep a mutation off the fast path.
    @inlinable static var preventsFastCommit: SceneFlags {
        .publishing | .stopped | .traced | .snapshotTaken | .checked
    }
    /// The flags that defer the start of an action.
    static var defersStart: SceneFlags { .publishing | .starting | .alwaysDefers }
}
