/// Runs a call, and gives `nil` when it failed in a task that was cancelled: then there is nobody to tell.
///
/// ```swift
/// guard let page = try await unlessCancelled({ try await worker.search(text) }) else { return }
/// ```
///
/// In an action of a scene there is no need for it: a cancelled action's mutations are dropped. It is for other places that
/// show errors, whatever their type.
///
/// - Parameter operation: The call, on the caller's actor.
public nonisolated(nonsending) func unlessCancelled<Value, Failure: Error>(
    _ operation: () async throws(Failure) -> Value
) async throws(Failure) -> Value? {
    do throws(Failure) {
        return try await operation()
    } catch {
        if Task.isCancelled { return nil }
        throw error
    }
}
