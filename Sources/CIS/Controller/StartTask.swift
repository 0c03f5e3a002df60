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
