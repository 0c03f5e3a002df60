/// The business rules of a scene, one use case at a time.
///
/// An interactor reads only the domain state (through ``DomainStore``), asks workers for what lies outside, and answers
/// with mutations. It never sees view fields and knows no front end.
///
/// After every `await` the domain state may have moved on: decide again from a fresh read, and execute the mutation in
/// the same stretch, as a change ("appended this") and not as a value read before ("the list is now …").
@MainActor
public protocol Interactor<UseCase>: AnyObject, Sendable {
    /// The use cases of the scene.
    associatedtype UseCase: Sendable

    /// Performs one use case and returns when everything it awaited is done.
    ///
    /// Errors are values in mutations; nothing is thrown to the controller. Called through
    /// ``execute(_:fileID:line:)``, never directly.
    func perform(_ useCase: UseCase) async
}

extension Interactor {
    /// Runs a use case inside the calling action, and returns when it is done.
    ///
    /// The use case shares the task of its caller, and so its cancellation.
    ///
    /// - Parameters:
    ///   - useCase: What to do, with its request.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    @inlinable
    nonisolated(nonsending) public func execute(_ useCase: UseCase, fileID: StaticString = #fileID, line: UInt = #line)
        async
    {
        // Not isolated, but run where its caller runs: that spares two looks at the executor, and `perform` looks anyway.
        if SceneTracing.isOff {
            await perform(useCase)
        } else {
            let site = CallSite(fileID: fileID, line: line)
            await SceneTracing.useCase(useCase, at: site) { await self.perform(useCase) }
        }
    }
}
