/// Finds actions that wait for each other. Used in debug builds and traced scenes.
extension ActionScheduler {
    /// Whether an action shares the slot of a caller that waits for it.
    package func sharesCallersSlot(_ id: ID) -> Bool {
        guard let group = running[id] else { return false }
        return groups[group]?.running[id] != id
    }

    /// Returns a cycle of actions that wait for each other: each waits for the next one, and the last waits for the
    /// first. Returns an empty array if the given action, which waits for a slot, will be able to start.
    ///
    /// It sees only actions of this scene that wait for others with `run`. O(1) if no action waits for a slot in the
    /// group of a caller, otherwise O(waiting × running).
    package func deadlock(of request: Request) -> [ID] {
        let mayBe = request.callers.contains { caller in
            running[caller].map { groups[$0]?.waiting.isEmpty == false } ?? false
        }
        guard mayBe, request.isAwaited else { return [] }
        let stuck = stuckRequests(behind: request)
        guard stuck.contains(request) else { return [] }
        var path: [ID] = []
        var next = request
        while !path.contains(next.id) {
            path.append(next.id)
            guard let (holder, awaited) = holder(of: next, awaiting: stuck) else { return [] }
            path.append(holder)
            next = awaited
        }
        return Array(path.drop { $0 != next.id })
    }

    /// Returns the actions that can never start, out of the given action and the actions that it waits for. An action
    /// can never start if every slot of its group is held by an action that waits for an action of the result.
    private func stuckRequests(behind request: Request) -> [Request] {
        let awaited = groups.values.flatMap { $0.waiting.all.filter { $0.isAwaited } }
        var reached = [request]
        var index = 0
        while index < reached.count {
            let holders = groups[reached[index].group]?.running ?? [:]
            reached += awaited.filter { other in
                !reached.contains(other) && other.callers.contains { holders[$0] != nil }
            }
            index += 1
        }
        while let free = reached.firstIndex(where: { mayStart($0, without: reached) }) { reached.remove(at: free) }
        return reached
    }

    /// Whether an action will get a slot even if the given actions never start.
    private func mayStart(_ request: Request, without stuck: [Request]) -> Bool {
        guard let group = groups[request.group], case .limited(let limit) = request.policy.rule else { return true }
        let held = group.running.filter { id, _ in stuck.contains { $0.callers.contains(id) } }
        return Set(held.values).count < limit
    }

    /// Returns an action that holds a slot for which the given action waits, and the stuck action that this holder
    /// waits for.
    private func holder(of request: Request, awaiting stuck: [Request]) -> (ID, Request)? {
        for id in (groups[request.group]?.running.keys.sorted() ?? []) {
            if let awaited = stuck.first(where: { $0.callers.contains(id) }) { return (id, awaited) }
        }
        return nil
    }
}
