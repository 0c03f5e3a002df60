/// Decides what an action means: which use cases run, which plain view mutations are applied, in which order.
///
/// A controller knows an interactor and a write-only store (``MutationReceiver``). It never reads state, keeps state
/// or does I/O: an action that needs a decision goes to the interactor.
///
/// One object serves every action of its scene. Actions interleave at each `await`; between two of them nothing else
/// of the scene runs.
@MainActor
public protocol Controller<Action>: AnyObject, Sendable {
    /// The actions of the scene.
    associatedtype Action: Sendable

    /// Does what the action asks for and returns when everything it awaited is done.
    ///
    /// Called by the scene's runtime, once per action, in a task of that action. When that task is cancelled, mutations
    /// executed from here on are dropped; check `Task.isCancelled` only where work can be saved.
    func handle(_ action: Action) async

    /// How the action relates to others that are already running. The default is ``ActionPolicy/concurrent``.
    func policy(for action: Action) -> ActionPolicy
}

extension Controller {
    /// Every action starts at once, whatever else is running.
    public func policy(for action: Action) -> ActionPolicy {
        .concurrent
    }
}
