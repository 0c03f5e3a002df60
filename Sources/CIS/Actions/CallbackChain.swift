/// A chain of actions, each of which causes the next one: it changes the state, and an observer or a side effect of
/// that change executes the next action.
///
/// An endless chain does not block the main actor, because every action is a main-actor job of its own. Without a
/// limit, it would therefore run for ever. An action belongs to the chain only if the action before it has not
/// suspended. A loop that suspends between its actions is a poll loop, which is allowed.
@MainActor
final class CallbackChain {
    private let length: Int
    /// The last actions, oldest first. Collected only near the limit.
    private let names: [String]
    var hasSuspended = false

    /// A longer chain is a programmer error.
    private static let limit = 1_000
    private static let namesKept = 16

    private init(length: Int, names: [String]) {
        self.length = length
        self.names = names
    }

    /// The chain of an action that is executed by an action with the chain `previous`. A callback makes the chain
    /// longer; another action only continues it, from one scene to the next.
    static func chain(after previous: CallbackChain?, to action: some Sendable, isCallback: Bool) -> CallbackChain? {
        guard let previous, !previous.hasSuspended else {
            return isCallback ? CallbackChain(length: 1, names: []) : nil
        }
        let length = previous.length + (isCallback ? 1 : 0)
        let isNearLimit = length > limit - namesKept
        let names = isNearLimit ? previous.names.suffix(namesKept - 1) + ["\(action)"] : []
        return CallbackChain(length: length, names: names)
    }

    /// Records the first suspension of an action that was not started in place. It enqueues a main-actor job, which
    /// runs after the suspension.
    func noteSuspension() {
        Task { @MainActor in hasSuspended = true }
    }

    var isRunaway: Bool { length > Self.limit }

    /// The actions of the repeating cycle, in order. Each appears once.
    var cycle: [String] {
        var seen: [String] = []
        for name in names where !seen.contains(name) { seen.append(name) }
        return seen
    }
}
