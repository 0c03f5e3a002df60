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
        if calls.cancel(id) != nil { sendOrKeep(CoreMessage.uncall(id)) }
    }

    /// Ends a call whose answer cannot be used. Otherwise it would never end, because the host considers it answered. The host
    /// receives `uncall`, because it may be about to send further answers.
    func refuseAnswer(of id: Int, _ error: WireError) {
        guard let call = calls.cancel(id) else { return }
        sendOrKeep(CoreMessage.uncall(id))
        let text = "The host's answer cannot be used: \(error.code.rawValue) at \(error.at.isEmpty ? "/" : error.at), "
        call.fail(HostError(code: .badAnswer, text: text + "expected \(error.expected), got \(error.got)."))
    }

    /// Tells the host how many answers of a call there is room for. Hosts that do not count their answers ignore it.
    func giveRoom(_ room: Int, to id: Int) {
        guard calls.setRoom(room, of: id) else { return }
        send(CoreMessage.room(room, of: id))
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
