/// The least programs for actions with the policy `latest`, and for debounced ones.
extension Workload {
    static var policyFloors: [Workload] {
        [
            Workload(
                name: "F3s", title: "least program for X3s: a record, the action of each case, the running tasks",
                operations: 50_000
            ) { count in
                let tally = PlainTally()
                let interactor = FloorTallyInteractor(tally: tally, gate: nil)
                let scheduler = FloorScheduler(controller: FloorTallyController(interactor: interactor))
                let plain = PlainTally()
                return Contest(
                    cis: {
                        let before = tally.state.count
                        await searchOneByOne(count, scheduler)
                        return tally.state.count - before
                    },
                    plain: {
                        let before = plain.state.count
                        await searchOneByOne(count, plain)
                        return plain.state.count - before
                    }, expected: count)
            },
            Workload(
                name: "F3d", title: "least program for X3d: a record, the action that is held back, one timer",
                operations: 10_000
            ) { count in
                let delay = Duration.milliseconds(1)
                return Contest(
                    cis: {
                        let tally = PlainTally()
                        let interactor = FloorTallyInteractor(tally: tally, gate: nil)
                        let scheduler = FloorDebouncer(
                            controller: FloorTallyController(interactor: interactor), delay: delay)
                        var tasks: [Task<Void, Never>] = []
                        for _ in 0..<count { tasks.append(scheduler.execute(.search)) }
                        for task in tasks { await task.value }
                        return tally.state.count
                    },
                    plain: { await searchInOneTurn(count, debouncedFor: delay) }, expected: 1)
            },
        ]
    }

    @concurrent
    private static func searchOneByOne(_ count: Int, _ scheduler: FloorScheduler) async {
        for _ in 0..<count { await scheduler.execute(.search).value }
    }
}

/// Starts actions in place. An action cancels the one before it of the same case, and the running tasks are kept, because the
/// end of a scene cancels them. It reports nothing, and no action can wait for another.
@MainActor
private final class FloorScheduler {
    private let controller: any FloorController<Tally.Action>
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var latest: [Tally.Action: Int] = [:]
    private var started = 0

    init(controller: any FloorController<Tally.Action>) { self.controller = controller }

    func execute(_ action: Tally.Action) -> Task<Void, Never> {
        if let previous = latest[action] { tasks[previous]?.cancel() }
        started += 1
        let number = started
        latest[action] = number
        let record = FloorRecord()
        let task = Task.onFloor { [self] in
            await FloorRecord.$current.withValue(record) { await controller.handle(action) }
            record.isFinished = true
            tasks[number] = nil
            if latest[action] == number { latest[action] = nil }
        }
        if !record.isFinished { tasks[number] = task }
        return task
    }
}

/// Holds back the latest action until nothing else was executed for a while. The task of an action ends when a later action
/// replaces it. It reports nothing, and all actions are of one group.
@MainActor
private final class FloorDebouncer {
    private let controller: any FloorController<Tally.Action>
    private let delay: Duration
    private var held: FloorHeldAction?
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var started = 0

    init(controller: any FloorController<Tally.Action>, delay: Duration) {
        self.controller = controller
        self.delay = delay
    }

    func execute(_ action: Tally.Action) -> Task<Void, Never> {
        // The timer runs as long as an action is held back.
        if let held { held.decide(false) } else { startTimer() }
        let newest = FloorHeldAction()
        held = newest
        started += 1
        let number = started
        let record = FloorRecord()
        let task = Task { @MainActor [self] in
            if await newest.mayStart() {
                await FloorRecord.$current.withValue(record) { await controller.handle(action) }
            }
            record.isFinished = true
            tasks[number] = nil
        }
        tasks[number] = task
        return task
    }

    private func startTimer() {
        Task { @MainActor [self] in
            var last: FloorHeldAction?
            repeat {
                last = held
                try? await Task.sleep(for: delay)
            } while last !== held
            held = nil
            last?.decide(true)
        }
    }
}

@MainActor
private final class FloorHeldAction {
    private var decision: Bool?
    private var continuation: CheckedContinuation<Bool, Never>?

    func decide(_ mayStart: Bool) {
        decision = mayStart
        continuation?.resume(returning: mayStart)
        continuation = nil
    }

    func mayStart() async -> Bool {
        if let decision { return decision }
        return await withCheckedContinuation { continuation = $0 }
    }
}

extension Task where Success == Void, Failure == Never {
    /// Starts in place where the system can.
    @MainActor
    fileprivate static func onFloor(_ body: @escaping @MainActor () async -> Void) -> Task {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return Task.immediate { await body() } }
        return Task { await body() }
    }
}
