import CIS

/// Calls of workers that the host implements.
extension SessionCore {
    /// Asks the host, behind what happened before; not behind states for which the host is not ready.
    ///
    /// - Returns: The number of the call, by which it can be cancelled.
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

    /// The caller has gone.
    func cancelCall(_ id: Int) {
        if calls.cancel(id) { sendOrKeep(CoreMessage.uncall(id)) }
    }

    func take(_ reply: HostMessage.Reply) throws(WireError) {
        guard let call = try calls.call(for: reply) else { return }
        switch reply.answer {
        case .success(let value):
            try call.succeed(value, !reply.hasMore)
            if !reply.hasMore { _ = calls.remove(reply.call) }
        case .failure(let error):
            _ = calls.remove(reply.call)
            call.fail(HostError(error))
        }
    }
}
