import CIS

/// Calls of workers that the host implements.
extension SessionCore {
    /// Sends a call to the host. Earlier states are sent first, except those that must wait for an acknowledgement.
    ///
    /// - Returns: The number of the call, with which it can be cancelled. `nil` if the session has ended.
    func call(
        _ worker: String, _ method: String, _ arguments: JSONTree,
        succeed: @escaping @MainActor (JSONTree, _ isLast: Bool) throws(WireError) -> Void,
        fail: @escaping @MainActor (HostError) -> Void
    ) -> Int? {
        guard !isEnded else {
            fail(.hostHasLeft)
            return nil
        }
        let id = calls.nextID()
        let message = CoreMessage.call(id, worker: worker, method: method, arguments)
        calls.add(CallTable.Pending(message: message, succeed: succeed, fail: fail), id)
        flush()
        send(message)
        return id
    }

    /// Cancels a call. If it is pending, the host receives `uncall`.
    func cancelCall(_ id: Int) {
        if calls.cancel(id) { sendOrKeep(CoreMessage.uncall(id)) }
    }

    func take(_ reply: HostMessage.Reply) throws(WireError) {
        guard let call = try calls.call(for: reply) else { return }
        switch reply.answer {
        case .success(let value):
            try call.succeed(value, !reply.hasMore)
            calls.note(answer: reply.number, of: reply.call)
            if !reply.hasMore { _ = calls.remove(reply.call) }
        case .failure(let error):
            _ = calls.remove(reply.call)
            call.fail(HostError(error))
        }
    }
}
