import Synchronization

/// Actions that were each executed inside an observer's callback, in answer to the one before.
///
/// An endless chain blocks nothing (every link is a main-actor job of its own), but never ends. A link counts only if
/// the action before it has not suspended: a chain that waits for the outside world is a poll loop, and welcome.
final class CallbackChain: Sendable {
    /// The links so far.
    let length: Int
    /// The last actions, oldest first. Filled only near the limit.
    let names: [String]

    /// Chains up to this length are not looked at any closer.
    static let unsuspicious = 64
    /// A chain of this length is a programmer error.
    static let limit = 1_000
    private static let namesKept = 16

    private let hasSuspended = Atomic<Bool>(false)

    private init(length: Int, names: [String]) {
        self.length = length
        self.names = names
    }

    /// The chain of an action that is executed inside a callback which the action of `previous` set off.
    static func link(after previous: CallbackChain?, to action: some Sendable) -> CallbackChain {
        guard let previous, !previous.hasSuspended.load(ordering: .relaxed) else {
            return CallbackChain(length: 1, names: [])
        }
        let length = previous.length + 1
        guard length > limit - namesKept else { return CallbackChain(length: length, names: []) }
        return CallbackChain(length: length, names: previous.names + ["\(action)"])
    }

    var isRunaway: Bool { length > Self.limit }

    /// The actions that repeat, in order, each once.
    var cycle: [String] {
        var seen: [String] = []
        for name in names where !seen.contains(name) { seen.append(name) }
        return seen
    }

    /// Called in the job in which the action starts, before it does: a job behind it finds out whether the action got
    /// that far without suspending.
    @MainActor
    func watchForSuspension() {
        guard length >= Self.unsuspicious else { return }
        ActionContext.$current.withValue(nil) {
            _ = Task { @MainActor in hasSuspended.store(true, ordering: .relaxed) }
        }
    }
}
