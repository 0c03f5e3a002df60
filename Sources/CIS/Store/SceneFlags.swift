/// What is unusual about a scene at this moment. One word, tested once per mutation, so that a scene without observers,
/// traces or cancelled actions pays for none of them.
@frozen
@usableFromInline
struct SceneFlags: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt16

    @inlinable
    init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// A commit or a notification is in progress: mutations queue up, actions start later.
    @inlinable static var publishing: SceneFlags { SceneFlags(rawValue: 1 << 0) }
    /// `stop()` was called: the store is closed.
    @inlinable static var stopped: SceneFlags { SceneFlags(rawValue: 1 << 1) }
    /// A `SceneObserver` is attached.
    @inlinable static var traced: SceneFlags { SceneFlags(rawValue: 1 << 2) }
    /// Code that uses the Observation framework has read state since the last commit.
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

    /// The runtime was released: nobody can observe the scene any more.
    @inlinable static var released: SceneFlags { SceneFlags(rawValue: 1 << 11) }

    /// Reads of the domain state are watched, by a tool that looks for stale writes.
    @inlinable static var domainWatched: SceneFlags { SceneFlags(rawValue: 1 << 12) }

    /// What keeps a mutation off the fastest path.
    @inlinable static var slowMutation: SceneFlags { slowestMutation.union(.acting) }
    /// What keeps a mutation off the fast path for certain.
    @inlinable static var slowestMutation: SceneFlags {
        [.publishing, .stopped, .traced, .tracked, .snapshotTaken, .checked]
    }
    /// What keeps an action from starting in place.
    static var deferringStart: SceneFlags { [.publishing, .starting, .alwaysDefers] }
}
