import CIS

/// The calls of host workers that the host has not yet answered.
@MainActor
struct CallTable {
    /// One call.
    struct Pending {
        let message: [UInt8]
        /// Delivers an answer to the caller. If it throws, the answer is refused, and the call fails.
        let succeed: @MainActor (_ value: JSONTree, _ isLast: Bool) throws(WireError) -> Void
        let fail: @MainActor (HostError) -> Void
        /// The highest number of all answers so far.
        var lastAnswer = 0
        /// How many answers the host may send in all.
        var room = CoreMessage.waitingAnswers
    }

    private(set) var last: Int
    private var pending: [Int: Pending] = [:]
    /// Calls that have ended before the host has answered in full. An answer to one of them may still arrive.
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

    /// Removes a call.
    ///
    /// - Returns: The call, or `nil` if it was not pending.
    mutating func remove(_ id: Int) -> Pending? { pending.removeValue(forKey: id) }

    /// Removes a call to which answers may still arrive, because the host does not know yet that it has ended.
    ///
    /// - Returns: The call, or `nil` if it was not pending.
    mutating func cancel(_ id: Int) -> Pending? {
        guard let call = pending.removeValue(forKey: id) else { return nil }
        cancelled.insert(id)
        // After this many later calls, an answer to the oldest one is not expected any more.
        if cancelled.count > 1_024, let oldest = cancelled.min() { cancelled.remove(oldest) }
        return call
    }

    /// Records that an answer with this number was accepted.
    mutating func note(answer number: Int?, of id: Int) {
        if let number { pending[id]?.lastAnswer = number }
    }

    /// Records how many answers a call may have.
    ///
    /// - Returns: Whether the call is pending.
    mutating func setRoom(_ room: Int, of id: Int) -> Bool {
        pending[id]?.room = room
        return pending[id] != nil
    }

    /// The messages of the pending calls, in the order in which they were made.
    var messages: [[UInt8]] {
        pending.sorted { $0.key < $1.key }.flatMap { id, call in
            [call.message] + (call.room > CoreMessage.waitingAnswers ? [CoreMessage.room(call.room, of: id)] : [])
        }
    }

    /// Returns the call that a reply answers, or `nil` if the call was cancelled or the reply was received before.
    func call(for reply: HostMessage.Reply) throws(WireError) -> Pending? {
        if let call = pending[reply.call] {
            guard let number = reply.number else { return call }
            return number > call.lastAnswer ? call : nil
        }
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
