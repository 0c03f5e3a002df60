internal import CIS

/// Runs the steps of an exploration one at a time: the next step begins when nothing can run any more.
///
/// A step is the start of an action, a half of a scripted call, the end of a sleep, or the arrival of a value in a stream.
/// Each step has a key that depends only on the steps before it, so that equal choices give equal runs on every machine.
///
/// A call has two halves: the other side processes the request, and the answer arrives. Between them anything else can
/// happen, so that an old answer can arrive after a change. A call whose answer is a constant has only the second half,
/// because it does not matter when a constant is computed.
final class Schedule: Sendable {
    /// What a call does when its step is chosen. `answered` is `goOn` even if the action was cancelled.
    enum Decision: Sendable { case goOn, answered, cancelled, fail }

    /// Identifies a step.
    enum Key: Sendable, Hashable, Comparable {
        // Values that were sent before a `when` arrive first, if nothing else is chosen.
        case value(stream: Int, task: Int)
        case start(Int)
        case request(task: Int, number: Int)
        case call(task: Int, number: Int)
        case wake(clock: Int, task: Int)

        /// The number of the task that runs in this step. A step of another task than the previous one can be a switch;
        /// see ``Plan/Step/isSwitch(to:)``.
        var task: Int {
            switch self {
            case .start(let index): -1 - index
            case .request(let task, _), .call(let task, _), .wake(_, let task), .value(_, let task): task
            }
        }

        /// Whether it is a half of a call.
        var isCall: Bool {
            switch self {
            case .request, .call: true
            case .value, .start, .wake: false
            }
        }

        /// The number of a task of which nothing is known.
        static let nobody = -1_000_000

        /// The number of a task that is not tracked: that of the task that has started it, and a hash of the call. Swift's own
        /// hashes differ from process to process.
        static func untracked(_ task: Int, _ call: String) -> Int {
            let hash = call.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
            return (task + 1) << 40 | Int(hash & 0xff_ffff_ffff)
        }

        /// The number of the tracked task that has started the task, if it is not tracked.
        var startedBy: Int? { task >> 40 > 0 ? task >> 40 - 1 : nil }
    }

    /// A half of a call.
    enum Half: Sendable { case request, answer }

    /// The start of an action, or something else that a test lets happen.
    struct Start {
        let name: StepName
        let execute: @MainActor () -> Void
        /// Moves a clock, instead of `execute`, in a scenario that is not explored.
        var advance: (@MainActor () async -> Void)?
    }

    /// A scripted call that has been made.
    struct Call: Sendable {
        let key: Key
        let name: String
        let canFail: Bool
    }

    private let pending = PendingCalls<Call, Decision>()
    private let strategy: any ScheduleStrategy
    /// Whether calls of tasks that are not tracked are steps, too.
    let seesUntracked: Bool
    /// Whether the run looks for such tasks.
    private let looksForUntracked: Bool
    /// How often each call of an untracked task was made.
    private let untracked = LockedValue<[String: Int]>([:])
    private let isClosed = LockedValue(false)
    /// Whether a `when` took more than ``StepLimit`` steps, or never came to rest.
    @MainActor private(set) var isEndless = false

    init(_ strategy: any ScheduleStrategy, seesUntracked: Bool, looksForUntracked: Bool) {
        self.strategy = strategy
        self.seesUntracked = seesUntracked
        self.looksForUntracked = looksForUntracked
    }

    /// The number that stands for an untracked task in keys. It depends on the call and not on the time at which it arrives,
    /// because such tasks run in parallel.
    ///
    /// - Parameter task: The number of the tracked task that has started the untracked one.
    func untrackedTask(of task: Int, calling call: String) -> Int {
        let count = untracked.withLock { untracked in
            untracked["\(task) \(call)", default: 0] += 1
            return untracked["\(task) \(call)", default: 0]
        }
        return Key.untracked(task, "\(call) \(count)")
    }

    /// Answers the calls that wait, and from now on every call at once. Called at the end of a run.
    func close() {
        isClosed.withLock { $0 = true }
        while pending.answer(.goOn, where: { _ in true }) != nil {}
    }

    /// Suspends a scripted call until it is chosen. A cancelled call also waits, so that steps never overlap.
    nonisolated(nonsending) func decision(
        on half: Half, of task: Int, number: Int, calling name: String, canFail: Bool
    ) async -> Decision {
        let key: Key =
            half == .request
            ? .request(task: task, number: number) : .call(task: task, number: number)
        let call = Call(key: key, name: name, canFail: canFail)
        let decision = await pending.wait(
            call, step: "waiting to be chosen in \(name)",
            unless: { [isClosed] in isClosed.withLock { $0 } ? .goOn : nil })
        if decision == .answered { return decision }
        return canFail && Task.isCancelled ? .cancelled : decision
    }

    /// Runs step after step until none is left.
    ///
    /// - Parameter inOrder: Whether actions start in the given order only.
    /// - Returns: `false` if a wait failed or there were too many steps. The failure was reported.
    @MainActor
    @discardableResult
    func drive(
        starting starts: [Start], inOrder: Bool = false, in run: ScenarioRun, at place: SourcePlace
    ) async -> Bool {
        var left = Array(starts.indices)
        for _ in 0..<StepLimit.current {
            guard await rest(in: run, at: place) else { return false }
            // Loops instead of `map` and the like, because most explorations run in debug builds.
            var options: [Option] = []
            for index in left where !inOrder || index == left[0] {
                options.append(Option(key: .start(index), name: starts[index].name))
            }
            for call in pending.requests { options.append(Self.option(call)) }
            addWakes(in: run, to: &options)
            addValues(in: run, to: &options)
            guard !options.isEmpty else {
                let clocks = run.clocks
                for clock in clocks { clock.endAdvance() }
                run.recorder.noteRest(clocks)
                return true
            }
            if options.count > 1 { options.sort { $0.key < $1.key } }
            let choice = strategy.choose(from: options)
            if choice.isCancelled {
                run.tracker.cancel(choice.key.startedBy ?? choice.key.task)
                guard await rest(in: run, at: place) else { return false }
            }
            switch choice.key {
            case .start(let index):
                // Time that passes has no task.
                if starts[index].advance == nil { strategy.willStart(task: run.tracker.lastNumber + 1) }
                left.removeAll { $0 == index }
                starts[index].execute()
            case .value(let stream, _): run.streams[stream].deliver()
            case .request, .call:
                let decision: Decision = choice.fails ? .fail : choice.isCancelledLate ? .answered : .goOn
                // Before the answer: a function of a worker may go on at once, on another thread.
                if choice.isCancelledLate { run.tracker.cancel(choice.key.startedBy ?? choice.key.task) }
                pending.answer(decision) { $0.key == choice.key }
            case .wake(let clock, let task):
                run.clocks[clock].wakeNext(of: task == Key.nobody ? nil : task)
            }
        }
        return giveUp(
            "A run of an exploration did not end within \(StepLimit.current) steps. An action that repeats, such as a poll, never "
                + "ends here, because its sleeps and calls go on", run, at: place)
    }

    /// Reports a run that does not end.
    @MainActor
    private func giveUp(_ problem: String, _ run: ScenarioRun, at place: SourcePlace) -> Bool {
        isEndless = true
        run.fail(
            problem + ": make it a source, which goes on only while the test lets time pass.", account: .nothing,
            at: place)
        return false
    }

    /// Waits until nothing can run any more, as far as that can be seen.
    ///
    /// It is not visible when a task that is not tracked waits, and an action that waits for such a task counts as running.
    /// So this waits until nothing has happened for a while.
    @MainActor
    private func rest(in run: ScenarioRun, at place: SourcePlace) async -> Bool {
        if !seesUntracked {
            // An action may wait for a task that is found just then, and so never comes to rest.
            while looksForUntracked, run.gaps.isEmpty, !run.tracker.isQuiet, !run.tracker.isRestless, !Task.isCancelled
            {
                await Self.letOthersRun()
            }
            guard looksForUntracked, !run.gaps.isEmpty else { return await settle(run, at: place) }
        }
        repeat {
            guard await linger(in: run, at: place) else { return false }
            let mayGoOn = !pending.requests.isEmpty || run.clocks.contains { $0.sleeps.contains { $0.task == nil } }
            if !run.tracker.isQuiet, !run.gaps.isEmpty, mayGoOn { return true }
        } while !run.tracker.isQuiet && !run.tracker.isRestless && !Task.isCancelled
        return await settle(run, at: place)
    }

    /// A run that cannot settle is not repeated: that would take as long again.
    @MainActor
    private func settle(_ run: ScenarioRun, at place: SourcePlace) async -> Bool {
        guard await run.settle(at: place) else {
            isEndless = true
            return false
        }
        return true
    }

    /// Waits until nothing has happened for a while.
    ///
    /// - Returns: `false` if something happens for ever. The failure was reported.
    @MainActor
    @discardableResult
    func linger(in run: ScenarioRun, at place: SourcePlace) async -> Bool {
        var last = Sight(of: run, pending.count)
        var rounds = 0
        for _ in 0..<StepLimit.current {
            if rounds == 12 || Task.isCancelled { return true }
            await Self.letOthersRun()
            let now = Sight(of: run, pending.count)
            rounds = now == last ? rounds + 1 : 0
            last = now
        }
        return giveUp("A task that is not tracked, such as Task { }, never comes to rest", run, at: place)
    }

    /// Waits for a task that is enqueued behind everything that is ready to run, on the thread pool and then on the main actor.
    @MainActor
    private static func letOthersRun() async {
        await Task.detached(priority: Task.currentPriority) {}.value
    }

    /// What is visible of everything that has happened in a run.
    private struct Sight: Equatable {
        let changes: Int
        let calls: Int
        let events: Int
        let waiting: Int

        init(of run: ScenarioRun, _ waiting: Int) {
            changes = run.tracker.changes
            calls = run.calls.count
            events = run.recorder.records.count
            self.waiting = waiting
        }
    }

    private static func option(_ call: Call) -> Option {
        var name = StepName.goOn(call.name)
        if case .request = call.key { name = .process(call.name) }
        return Option(key: call.key, name: name, canFail: call.canFail, canBeCancelled: true)
    }

    /// The values that streams have for waiting readers.
    @MainActor
    private func addValues(in run: ScenarioRun, to options: inout [Option]) {
        let streams = run.streams
        for index in streams.indices {
            guard let task = streams[index].taskOfReadyReader else { continue }
            options.append(Option(key: .value(stream: index, task: task), name: .value))
        }
    }

    /// The sleeps that may end next: on each clock, the sleeps with the earliest deadline. Some sleeps end only
    /// when the test moves the clock.
    @MainActor
    private func addWakes(in run: ScenarioRun, to options: inout [Option]) {
        let clocks = run.clocks
        for index in clocks.indices {
            var earliest: Duration?
            // The earliest deadline comes first.
            for sleep in clocks[index].sleeps where earliest == nil || sleep.deadline == earliest {
                guard let option = wake(sleep, of: clocks[index], at: index, in: run) else { continue }
                options.append(option)
                earliest = sleep.deadline
            }
        }
    }

    @MainActor
    private func wake(_ sleep: Sleep, of clock: any SteppedClock, at index: Int, in run: ScenarioRun) -> Option? {
        guard let task = sleep.task else {
            // A sleep of the test itself ends when the test moves the clock.
            return run.gaps.isEmpty ? nil : Option(key: .wake(clock: index, task: Key.nobody), name: .wake)
        }
        guard let kind = run.tracker.kind(of: task), !kind.waitsForTheTest || clock.mayReach(sleep.deadline)
        else { return nil }
        return Option(key: .wake(clock: index, task: task), name: .wake, canBeCancelled: kind.isWork)
    }
}
