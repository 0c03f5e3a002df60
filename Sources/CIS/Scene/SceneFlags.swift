/// What is unusual about a scene at this moment. One word, tested once per mutation, so that a scene without observers,
/// traces or cancelled actions pays for none of them.
///
/// No `OptionSet`: its functions are generic, and in a client's debug build each call of one takes longer than the rest of
/// a short mutation.
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

    /// A commit or a notification is in progress: mutations queue up, actions start later.
    @inlinable static var publishing: SceneFlags { SceneFlags(rawValue: 1 << 0) }
    /// `stop()` was called: the store is closed.
    @inlinable static var stopped: SceneFlags { SceneFlags(rawValue: 1 << 1) }
    /// A `SceneObserver` is attached.
    @inlinable static var traced: SceneFlags { SceneFlags(rawValue: 1 << 2) }
    /// Code that uses the Observation framework tracks the state, or a field of it.
    @inlinable static var tracked: SceneFlags { SceneFlags(rawValue: 1 << 3) }
    /// A domain snapshot was handed out, so domain changes have to be noticed.
    @inlinable static var snapshotTaken: SceneFlags { SceneFlags(rawValue: 1 << 4) }
    /// A debug build: mutations of finished actions are looked for.
    @inlinable static var checked: SceneFlags { SceneFlags(rawValue: 1 << 5) }
    /// There are observers.
    @inlinable static var observed: SceneFlags { SceneFlags(rawValue: 1 << 6) }
    /// Something has to be done when the commit in progress ends: queued mutations, observers to prune.
    @inlinable static var unfinished: SceneFlags { SceneFlags(rawValue: 1 << 7) }
    /// An action is in the stretch between its start and its first suspension.
    @inlinable static var starting: SceneFlags { SceneFlags(rawValue: 1 << 8) }
    /// The system cannot start a task in place: every start is deferred.
    @inlinable static var alwaysDefers: SceneFlags { SceneFlags(rawValue: 1 << 9) }

    /// Actions are running: the one that executes a mutation may have been cancelled.
    @inlinable static var acting: SceneFlags { SceneFlags(rawValue: 1 << 10) }

    /// `mutate` is changing the state: it can be neither read nor changed by anybody else.
    @inlinable static var mutating: SceneFlags { SceneFlags(rawValue: 1 << 16) }

    /// The action that is starting has no policy and no task but its own: nobody but itself can have cancelled it.
    @inlinable static var startingOnFastPath: SceneFlags { SceneFlags(rawValue: 1 << 13) }

    /// Reads of the domain state are watched, by a tool that looks for stale writes.
    @inlinable static var domainWatched: SceneFlags { SceneFlags(rawValue: 1 << 12) }

    /// A quiescence tracker accounts for what can run, in tests.
    @inlinable static var quiescenceTracked: SceneFlags { SceneFlags(rawValue: 1 << 14) }

    /// A selector of the client is being lent the state: it may read, and not change.
    static var selecting: SceneFlags { SceneFlags(rawValue: 1 << 17) }

    /// What keeps a mutation off the fastest path.
    @inlinable static var mayPreventFastCommit: SceneFlags { preventsFastCommit | .acting }
    /// What keeps a mutation off the fast path for certain.
    @inlinable static var preventsFastCommit: SceneFlags {
        .publishing | .stopped | .traced | .tracked | .snapshotTaken | .checked
    }
    /// What keeps an action off the fast path.
    @inlinable static var preventsFastStart: SceneFlags {
        .publishing | .starting | .alwaysDefers | .stopped | .traced | .checked | .quiescenceTracked
    }
    /// What keeps an action from starting in place.
    static var defersStart: SceneFlags { .publishing | .starting | .alwaysDefers }
}
