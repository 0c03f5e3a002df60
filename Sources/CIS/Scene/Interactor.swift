/// The business rules of a scene. An interactor performs the use cases.
///
/// An interactor reads only the domain state (through ``DomainStore``), calls workers for everything outside, and
/// executes mutations. It does not see view fields or front ends.
///
/// After every `await` the domain state may have changed. Read it again, decide again, and execute the mutation without
/// an `await` in between. Let the mutation describe a change ("this was appended"), not a value that was computed
/// before the `await` ("the list is now …").
@MainActor
public protocol Interactor<UseCase>: AnyObject, Sendable {
    /// The use cases of the scene.
    associatedtype UseCase: Sendable

    /// Performs one use case and returns when everything it awaited is done.
    ///
    /// Put errors into mutations; nothing is thrown to the controller. Call ``execute(_:fileID:line:)``, not this
    /// function.
    func perform(_ useCase: UseCase) async
}

extension Interactor {
    /// Runs a use case inside the calling action, and returns when it is done.
    ///
    /// The use case shares the task of its caller, and so its cancellation.
    @inlinable
    @inline(__always)
    nonisolated(nonsending) public func execute(_ useCase: UseCase, fileID: StaticString = #fileID, line: UInt = #line)
        async
    {
        // Runs on the caller's executor. This saves two executor checks; `perform` makes one anyway. Always inlined into
        // `handle`, which saves the frame of an async function in every use case.
        if SceneTracing.isOff {
            await perform(useCase)
        } else {
            await performTraced(useCase, at: CallSite(fileID: fileID, line: line))
        }
    }

    /// Performs a use case as an event.
    // A separate function, so that its variables are not in the frame of `handle`. `execute` is inlined into `handle`,
    // and an action keeps the frame of `handle` in memory while it waits.
    @usableFromInline
    nonisolated(nonsending) func performTraced(_ useCase: UseCase, at site: CallSite) async {
        await SceneTracing.useCase(useCase, at: site) { await self.perform(useCase) }
    }
}
