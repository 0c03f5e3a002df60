public import Synchronization

/// Whether any scene of the process is traced.
@usableFromInline
enum SceneTracing {
    /// The number of attached scene observers in the process. While it is zero, tracing costs a use case only one
    /// relaxed load.
    @usableFromInline static let attachedObservers = Atomic<Int>(0)

    @inlinable static var isOff: Bool { attachedObservers.load(ordering: .relaxed) == 0 }

    /// The synchronous event in progress, such as a commit or a side effect. Set and restored without a suspension in
    /// between.
    @MainActor static var synchronousCause: SceneEvent.ID?
}
