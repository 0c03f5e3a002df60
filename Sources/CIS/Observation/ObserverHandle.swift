import Synchronization

/// What a token ends: an observer of state or of events.
@usableFromInline
class ObserverHandle: @unchecked Sendable {  // subclasses add only what the main actor owns, or nothing
    private let active = Atomic<Bool>(true)

    init() {}

    /// Whether it is still to be called.
    final var isActive: Bool { active.load(ordering: .relaxed) }

    /// Ends it. What it holds is released at once on the main thread, elsewhere in a main-actor job.
    final func end() {
        guard active.exchange(false, ordering: .acquiringAndReleasing) else { return }
        onMainActor { [self] in discard() }
    }

    /// Releases what the handle holds. Called once.
    @MainActor func discard() {}
}
