/// Decides what an action means: which use cases run, which mutations of view fields are applied, and in which order.
///
/// A controller knows an interactor and a write-only store (``MutationReceiver``). It does not read or keep state and
/// does no I/O. An action that needs a decision goes to the interactor.
///
/// One controller handles all actions of its scene. Actions interleave only at an `await`. Between two awaits, no other
/// action of the scene runs unless this code executes it.
@MainActor
public protocol Controller<Action>: AnyObject, Sendable {
    /// The actions of the scene.
    associatedtype Action: Sendable

    /// Handles an action, and returns when everything it has awaited is done.
    ///
    /// The runtime calls it once per action, in a task of the action. After the task was cancelled, its mutations are
    /// dropped. Check `Task.isCancelled` only to save work.
    func handle(_ action: Action) async

    /// Returns how the action relates to actions that are already running. The default is ``ActionPolicy/concurrent``.
    func policy(for action: Action) -> ActionPolicy
}

extension Controller {
    /// Lets every action start at once.
    public func policy(for action: Action) -> ActionPolicy {
        .concurrent
    }
}
