import CIS

/// The calls that wait for the host.
@MainActor
struct CallTable {
    /// One call.
    struct Pending {
        let message: [UInt8]
        /// Takes an answer. The caller goes on, or the answer is refused and the call goes on.
        let succeed: @MainActor (_ value: JSONTree, _ isLast: Bool) throws(WireError) -> Void
        let fail: @MainActor (HostError) -> Void
    }

    private(set) var last: Int
    private var pending: [Int: Pending] = [:]
    /// Calls whose callers have gone: an answer may be on its way.
    private var cancelled: Set<Int> = []

    init(after last: Int = 0) {
        self.last = last
    }

    mutating func nextID() -> Int {
        last += 1
        return last
    }

    mutating func add(_ call: Pending, _ id: Int) {
        pending[id] = call
    }

    /// Takes a call out.
    ///
    /// - Returns: The call, if it was waiting.
    mutating func remove(_ id: Int) -> Pending? { pending.removeValue(forKey: id) }

    /// The caller has gone.
    ///
    /// - Returns: Whether the call was waiting.
    mutating func cancel(_ id: Int) -> Bool {
        guard pending.removeValue(forKey: id) != nil else { return false }
        cancelled.insert(id)
        // Long ago enough that no answer is on its way.
        if cancelled.count > 1_024, let oldest = cancelled.min() { cancelled.remove(oldest) }
        return true
    }

    /// The messages of the calls that wait, in their order.
    var messages: [[UInt8]] { pending.sorted { $0.key < $1.key }.map(\.value.message) }

    /// The call that a reply is meant for. `nil` if its caller has gone.
    func call(for reply: HostMessage.Reply) throws(WireError) -> Pending? {
        if let call = pending[reply.call] { return call }
        if cancelled.contains(reply.call) { return nil }
        guard reply.call >= 1, reply.call <= last else {
            throw WireError(.unknownCall, at: "/call", expected: "the number of a call", got: "\(reply.call)")
        }
        throw WireError(
            .closedCall, at: "/call", expected: "a call that waits", got: "\(reply.call), which was answered")
    }

    mutating func takeAll() -> [Pending] {
        defer { pending = [:] }
        return pending.sorted { $0.key < $1.key }.map(\.value)
    }
}
