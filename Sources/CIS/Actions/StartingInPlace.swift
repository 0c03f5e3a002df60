/// Whether this system can start a task in place. Linux always can; Apple systems since version 26.
var systemStartsTasksInPlace: Bool {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { true } else { false }
}

/// Starts a main-actor task in place: its body runs to its first suspension before this returns.
///
/// In a plain block of a main queue that another thread serves, the system defers the start. Systems that cannot start
/// a task in place do not call this: their scenes defer every start.
@MainActor
func startTaskInPlace(_ body: sending @escaping @isolated(any) () async -> Void) -> Task<Void, Never> {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        return Task.immediate(operation: body)
    } else {
        return Task(operation: body)
    }
}
