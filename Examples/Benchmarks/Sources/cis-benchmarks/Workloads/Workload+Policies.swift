import CIS

extension Workload {
    /// X3: actions with a policy. By hand, the current task is kept in a property.
    static var policies: [Workload] {
        [dropped, latestInOneTurn, latestOneByOne, debounced]
    }

    /// `first`: while one action waits, all others are dropped. By hand, this is a test of a `Bool`.
    private static var dropped: Workload {
        Workload(name: "X3f", title: "action that its policy drops, first", operations: 100_000, budget: 700) { count in
            Contest(
                cis: {
                    let gate = Gate()
                    let (scene, store) = Tally.assemble(policy: .first, gate: gate)
                    let first = scene.execute(.wait)
                    for _ in 0..<count { scene.execute(.wait) }
                    gate.open()
                    await first.value
                    return store.state.count
                },
                plain: {
                    let gate = Gate()
                    let plain = PlainTally()
                    plain.waitUnlessBusy(at: gate)
                    for _ in 0..<count { plain.waitUnlessBusy(at: gate) }
                    gate.open()
                    await plain.latest?.value
                    return plain.state.count
                }, expected: 1)
        }
    }

    /// `latest`: each action cancels the previous one before that could run.
    private static var latestInOneTurn: Workload {
        Workload(name: "X3l", title: "actions in one turn, latest", operations: 10_000, budget: 2.9) { count in
            Contest(
                cis: {
                    let (scene, store) = Tally.assemble(policy: .latest)
                    var tasks: [Task<Void, Never>] = []
                    for _ in 0..<count { tasks.append(scene.execute(.search)) }
                    for task in tasks { await task.value }
                    return store.state.count
                },
                plain: {
                    let plain = PlainTally()
                    var tasks: [Task<Void, Never>] = []
                    for _ in 0..<count { tasks.append(plain.replace(plain.search)) }
                    for task in tasks { await task.value }
                    return plain.state.count
                }, expected: 1)
        }
    }

    private static var latestOneByOne: Workload {
        Workload(name: "X3s", title: "action from outside, latest, one by one", operations: 50_000, budget: 1.25) {
            count in
            let (scene, store) = Tally.assemble(policy: .latest)
            let plain = PlainTally()
            return Contest(
                cis: {
                    let before = store.state.count
                    await searchOneByOne(count, scene)
                    return store.state.count - before
                },
                plain: {
                    let before = plain.state.count
                    await searchOneByOne(count, plain)
                    return plain.state.count - before
                }, expected: count)
        }
    }

    @concurrent
    private static func searchOneByOne(_ count: Int, _ scene: SceneRuntime<Tally>) async {
        for _ in 0..<count { await scene.execute(.search).value }
    }

    @concurrent
    static func searchOneByOne(_ count: Int, _ plain: PlainTally) async {
        for _ in 0..<count { await plain.replace(plain.search).value }
    }

    /// A burst: each action is replaced by the next one, and the last one runs.
    private static var debounced: Workload {
        Workload(name: "X3d", title: "actions in one turn, debounced", operations: 10_000, budget: 1.4) { count in
            let delay = Duration.milliseconds(1)
            return Contest(
                cis: {
                    let (scene, store) = Tally.assemble(policy: .concurrent.debounced(for: delay))
                    var tasks: [Task<Void, Never>] = []
                    for _ in 0..<count { tasks.append(scene.execute(.search)) }
                    for task in tasks { await task.value }
                    return store.state.count
                },
                plain: { await searchInOneTurn(count, debouncedFor: delay) }, expected: 1)
        }
    }

    /// The burst by hand: each task waits, unless it is cancelled.
    static func searchInOneTurn(_ count: Int, debouncedFor delay: Duration) async -> Int {
        let plain = PlainTally()
        let search: @MainActor () async -> Void = {
            do { try await Task.sleep(for: delay) } catch { return }
            await plain.search()
        }
        var tasks: [Task<Void, Never>] = []
        for _ in 0..<count { tasks.append(plain.replace(search)) }
        for task in tasks { await task.value }
        return plain.state.count
    }
}

extension PlainTally {
    fileprivate func search() async {
        await answer()
        if !Task.isCancelled { execute(.add(1)) }
    }
}
