/// A task that has ended. All actions that are dropped at once share it, because creating a task would cost more than
/// the rest of the drop.
@MainActor
enum EndedTask {
    private static var known: Task<Void, Never>?

    /// A task that has ended or is about to end. Always the same task, until someone cancels it.
    static var shared: Task<Void, Never> {
        if let known, !known.isCancelled { return known }
        let made = Task.detached {}
        known = made
        return made
    }
}
