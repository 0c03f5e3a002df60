import Synchronization

/// An observer of state or of events, which a token can end.
@usableFromInline
class ObserverHandle: @unchecked Sendable {  // subclasses add only what the main actor owns, or nothing
    private let active = Atomic<Bool>(true)

    /// Whether the observer ends when its token is released. Stored here, because in the token it would take more
    /// memory.
    final let endsWithToken: Bool

    init(endsWithToken: Bool = false) {
        self.endsWithToken = endsWithToken
    }

    /// Whether the observer has not ended.
    final var isActive: Bool { active.load(ordering: .relaxed) }

    /// Ends the observer. Everything that it holds is released at once if the caller runs on the main actor, otherwise
    /// in a main-actor job.
    final func end() {
        guard deactivate() else { return }
        onMainActor { [self] in discard() }
    }

    /// Ends the observer without releasing what it holds.
    ///
    /// - Returns: `true` if it had not ended before. Then the caller must call ``discard()``.
    final func deactivate() -> Bool { active.exchange(false, ordering: .acquiringAndReleasing) }

    /// Releases everything that the handle holds. Called once.
    @MainActor func discard() {}
}
