import Synchronization

/// An observer of state or of events, which a token can end.
@usableFromInline
class ObserverHandle: @unchecked Sendable {  // subclasses add only what the main actor owns, or nothing
    private let active = Atomic<Bool>(true)

    init() {}

    /// Whether the observer has not ended.
    final var isActive: Bool { active.load(ordering: .relaxed) }

    /// Ends the observer. What it holds is released at once on the main actor, otherwise in a main-actor job.
    final func end() {
        guard active.exchange(false, ordering: .acquiringAndReleasing) else { return }
        onMainActor { [self] in discard() }
    }

    /// Releases what the handle holds. Called once.
    @MainActor func discard() {}
}
