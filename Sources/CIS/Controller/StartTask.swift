/// Whether this system can start a task in place. Linux always can; Apple systems since version 26.
var systemStartsTasksInPlace: Bool {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { true } else { false }
}

/// Starts a main-actor task: in place where the system can, else in a main-actor job of its own.
///
/// In place, the body runs up to its first suspension before this returns.
@MainActor
func startTaskInPlace(_ body: sending @escaping @isolated(any) () async -> Void) -> Task<Void, Never> {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        return Task.immediate(operation: body)
    } else {
        return Task(operation: body)
    }
}

/// Starts the task of an action in place, where the system can do that; others do not come here.
@usableFromInline
@MainActor
@inline(never)
func startPlainly(_ record: ActionRecord, _ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return Task(operation: body) }
    var task: Task<Void, Never>
    // A loop that runs once: scenes count from 1. In a loop the compiler inlines the function, and only then does it see that
    // there is no preferred executor, for which the task would otherwise look, under a lock, at each of its steps.
    repeat {
        task = Task.immediate { @MainActor in await body() }
    } while record.sceneNumber == 0
    return task
}
