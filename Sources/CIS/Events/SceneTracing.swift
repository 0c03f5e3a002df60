public import Synchronization

/// Whether any scene of the process is traced, and the use cases of those that are.
@usableFromInline
enum SceneTracing {
    /// The number of attached scene observers, so that an untraced use case costs one relaxed load. It only counts: what is traced
    /// is decided scene by scene.
    @usableFromInline static let attachedObservers = Atomic<Int>(0)

    @inlinable static var isOff: Bool { attachedObservers.load(ordering: .relaxed) == 0 }

    /// The synchronous event in progress: a commit, a side effect. Set and restored within one main-actor stretch.
    @MainActor static var synchronousCause: SceneEvent.ID?
}
