/// Decides what an action means: which use cases run, which plain view mutations are applied, in which order.
///
/// A controller knows an interactor and a write-only store (``MutationReceiver``). It does not read or keep state and
/// does no I/O. An action that needs a decision goes to the interactor.
///
/// One controller handles all actions of its scene. Actions interleave at each `await`. Between two awaits nothing else
/// of the scene runs.
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
