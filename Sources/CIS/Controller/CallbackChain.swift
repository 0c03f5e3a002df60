/// Actions that were each executed inside an observer's callback, in answer to the one before.
///
/// An endless chain blocks nothing (every link is a main-actor job of its own), but never ends. A link counts only if
/// the action before it has not suspended: a chain that waits for the outside world is a poll loop, and welcome.
@MainActor
final class CallbackChain {
    /// The links so far.
    private let length: Int
    /// The last actions, oldest first. Filled only near the limit.
    private let names: [String]
    /// Whether the action that carries the chain has suspended.
    var hasSuspended = false

    /// A chain of this length is a programmer error.
    private static let limit = 1_000
    private static let namesKept = 16

    private init(length: Int, names: [String]) {
        self.length = length
        self.names = names
    }

    /// The chain of an action that is executed in the context of one with the chain `previous`.
    ///
    /// - Parameter isCallback: Whether it is executed inside a callback, which makes it a link. Otherwise it only carries
    ///   the chain on, from one scene to the next.
    static func chain(after previous: CallbackChain?, to action: some Sendable, isCallback: Bool) -> CallbackChain? {
        guard let previous, !previous.hasSuspended else {
            return isCallback ? CallbackChain(length: 1, names: []) : nil
        }
        let length = previous.length + (isCallback ? 1 : 0)
        let isNearLimit = length > limit - namesKept
        let names = isNearLimit ? previous.names.suffix(namesKept - 1) + ["\(action)"] : []
        return CallbackChain(length: length, names: names)
    }

    /// Called when an action that carries the chain begins, where its start says nothing of its first suspension: the next
    /// main-actor job comes after that.
    func noteSuspension() {
        Task { @MainActor in hasSuspended = true }
    }

    var isRunaway: Bool { length > Self.limit }

    /// The actions that repeat, in order, each once.
    var cycle: [String] {
        var seen: [String] = []
        for name in names where !seen.contains(name) { seen.append(name) }
        return seen
    }
}
