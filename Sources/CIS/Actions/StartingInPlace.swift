/// Whether this system can start a task in place. Linux always can; Apple systems since version 26.
var systemStartsTasksInPlace: Bool {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { true } else { false }
}

/// Starts a main-actor task in place: its body runs to its first suspension before this returns.
///
/// The system defers the start if the caller runs in a plain block of a main queue that another thread serves. This is
/// not called on systems that cannot start a task in place, because there scenes defer every start.
@MainActor
func startTaskInPlace(_ body: sending @escaping @isolated(any) () async -> Void) -> Task<Void, Never> {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        return Task.immediate(operation: body)
    } else {
        return Task(operation: body)
    }
}
