/// A task that has ended, for actions that are dropped at once: a task of its own for each would cost more than all the
/// rest of a drop.
@MainActor
enum EndedTask {
    private static var known: Task<Void, Never>?

    /// A task that has ended, or is about to. The same one again, unless it was cancelled.
    static var shared: Task<Void, Never> {
        if let known, !known.isCancelled { return known }
        let made = Task.detached {}
        known = made
        return made
    }
}
