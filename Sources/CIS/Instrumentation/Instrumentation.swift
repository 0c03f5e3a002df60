import Synchronization

/// The instrumentation that test tools have set.
package enum Instrumentation {
    /// The instrumentation of the scenes that are created in this task.
    @TaskLocal package static var current: (any SceneInstrumentation)?

    /// Whether any instrumentation was ever made in this process. Without one, a check costs one relaxed load.
    static var wasMade: Bool { made.load(ordering: .relaxed) }
    private static let made = Atomic<Bool>(false)

    /// Called by each instrumentation when it is made.
    package static func noteMade() { made.store(true, ordering: .relaxed) }

    /// The instrumentation of a scene that is created now.
    // Never inlined, so that a store that is created without instrumentation does not save registers for these lookups.
    @inline(never)
    static var ofNewScene: (any SceneInstrumentation)? { TrackedTask.current?.instrumentation ?? current }
}
