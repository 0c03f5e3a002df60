internal import CIS

/// Runs the steps of an exploration one at a time: the next step begins when nothing can run any more.
///
/// A step is the start of an action, the return of a scripted call, or the end of a sleep. Each step has a key that depends
/// only on the steps before it, so that equal choices give equal runs on every machine.
final class Schedule: Sendable {
    /// What a call does when its step is chosen.
    enum Turn: Sendable { case goOn, cancelled, fail }

    /// Identifies a step.
    enum Key: Sendable, Hashable, Comparable {
        case start(Int)
        case call(task: Int, number: Int)
        case wake(clock: Int, task: Int)

        /// The number of the task that runs in this step. A step of another task than the previous one can be a switch;
        /// see ``Plan/Step/isSwitch(to:)``.
        var task: Int {
            switch self {
            case .start(let index): -1 - index
            case .call(let task, _), .wake(_, let task): task
            }
        }
    }

    /// The start of an action.
    struct Start {
        let action: any Sendable
        let execute: @MainActor () -> Void
    }

    /// A scripted call that has been made.
    struct Call: Sendable {
        let key: Key
        let name: String
        let canFail: Bool
    }

    private let pending = PendingCalls<Call, Turn>()
    private let strategy: any ScheduleStrategy
    /// Whether a `when` took more than ``StepLimit`` steps.
    @MainActor private(set) var isEndless = false

    init(_ strategy: any ScheduleStrategy) {
        self.strategy = strategy
    }

    /// Suspends a scripted call until it is chosen. A cancelled call also waits, so that steps never overlap.
    nonisolated(nonsending) func turn(of task: TrackedTask, calling name: String, canFail: Bool) async -> Turn {
        let call = Call(
            key: .call(task: task.number, number: task.nextCall()), name: name, canFail: canFail)
        let turn = await pending.wait(call, step: "waiting for its turn in \(name)")
        return canFail && Task.isCancelled ? .cancelled : turn
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
        var starts = Array(starts.enumerated())
        for _ in 0..<StepLimit.current {
            guard await run.settle(at: place) else { return false }
            let options =
                starts.prefix(inOrder ? 1 : starts.count).map {
                    Option(key: .start($0.offset), name: .start($0.element.action))
                }
                + pending.requests.map {
                    Option(key: $0.key, name: .goOn($0.name), canFail: $0.canFail, canBeCancelled: true)
                } + wakes(in: run)
            guard !options.isEmpty else { return true }
            let choice = strategy.choose(from: options.sorted { $0.key < $1.key })
            if choice.isCancelled {
                run.tracker.cancel(choice.key.task)
                guard await run.settle(at: place) else { return false }
            }
            switch choice.key {
            case .start(let index):
                guard let position = starts.firstIndex(where: { $0.offset == index }) else { continue }
                strategy.willStart(task: run.tracker.lastNumber + 1)
                starts.remove(at: position).element.execute()
            case .call:
                pending.answer(choice.fails ? .fail : .goOn) { $0.key == choice.key }
            case .wake(let clock, let task):
                run.clocks[clock].wakeNext(of: task)
            }
        }
        isEndless = true
        run.fail(
            "A run of an exploration did not end within \(StepLimit.current) steps.", account: .nothing,
            at: place)
        return false
    }

    /// The sleeps that may end next: on each clock, the sleeps with the earliest deadline. The sleep of a source ends
    /// only when the test moves the clock. Otherwise a timer would add steps for ever.
    @MainActor
    private func wakes(in run: ScenarioRun) -> [Option] {
        run.clocks.enumerated().flatMap { index, clock in
            let sleeps = clock.sleeps.compactMap { sleep -> (deadline: Duration, option: Option)? in
                guard let task = sleep.task, let kind = run.tracker.kind(of: task), kind != .source else {
                    return nil
                }
                let key = Key.wake(clock: index, task: task)
                let canBeCancelled = kind == .action || kind == .branch
                return (sleep.deadline, Option(key: key, name: .wake, canBeCancelled: canBeCancelled))
            }
            let earliest = sleeps.map(\.deadline).min()
            return sleeps.filter { $0.deadline == earliest }.map(\.option)
        }
    }
}

/// The maximum number of steps in one `when`. A countdown of an hour, second by second, takes 3,600.
package enum StepLimit {
    /// A task-local value, so that tests of the limit can lower it.
    @TaskLocal package static var current = 10_000
}

/// A step that can be chosen.
struct Option: Sendable {
    let key: Schedule.Key
    let name: StepName
    var canFail = false
    var canBeCancelled = false
}

/// What a step does. It is converted to text only when it is shown.
enum StepName: Sendable, CustomStringConvertible {
    case start(any Sendable)
    case goOn(String)
    case wake

    var description: String {
        switch self {
        case .start(let action): "start \(describe(action))"
        case .goOn(let call): "go on in \(call)"
        case .wake: "time goes on"
        }
    }
}

/// The chosen step, and the fault that is injected with it.
struct Choice: Sendable {
    let key: Schedule.Key
    /// Whether the action is cancelled first.
    var isCancelled = false
    /// Whether the call fails.
    var fails = false
}

/// Chooses the next step.
@MainActor
protocol ScheduleStrategy: AnyObject, Sendable {
    /// - Parameter options: At least one, sorted by key.
    func choose(from options: [Option]) -> Choice
    /// Called before an action starts, if its start was the last choice.
    ///
    /// - Parameter task: The number that the tracked task of the action will have.
    func willStart(task: Int)
}
