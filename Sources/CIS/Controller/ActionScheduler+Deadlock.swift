/// Actions that wait for each other, which is looked for in debug builds.
extension ActionScheduler {
    /// Whether an action runs in the place of one that waits for it.
    package func sharesCallersSlot(_ id: ID) -> Bool {
        guard let group = running[id] else { return false }
        return groups[group]?.running[id] != id
    }

    /// The actions that wait for each other, each for the next one, the last for the first. Empty if the given one, which waits
    /// for a place, can start one day.
    ///
    /// Knows of the actions of this scene that wait for others with `run`, and of no other waits. O(1) if no action waits for
    /// a place in the group of a caller, else O(waiting × running).
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

    /// Those of the actions that wait for a place, and that the given one waits for, itself among them, of which none can ever
    /// start: whoever holds their places waits for others of them.
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

    /// Whether there will be a place for an action although the given ones never start.
    private func mayStart(_ request: Request, without stuck: [Request]) -> Bool {
        guard let group = groups[request.group], case .limited(let limit) = request.policy.rule else { return true }
        let held = group.running.filter { id, _ in stuck.contains { $0.callers.contains(id) } }
        return Set(held.values).count < limit
    }

    /// Somebody who holds a place that an action waits for, and the action that it waits for itself.
    private func holder(of request: Request, awaiting stuck: [Request]) -> (ID, Request)? {
        for id in (groups[request.group]?.running.keys.sorted() ?? []) {
            if let awaited = stuck.first(where: { $0.callers.contains(id) }) { return (id, awaited) }
        }
        return nil
    }
}
