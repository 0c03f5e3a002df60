import CIS

/// Decides what goes on next in a run of an exploration: one thing at a time, and the next when nothing can run.
///
/// What can be chosen are scripted calls that have been made, sleeps on the run's clocks, and starts of actions. Each
/// has a key that depends on the order in which things were chosen and on nothing else, so that the same choices give
/// the same run, whatever else the machine does.
final class Schedule: Sendable {
    /// How a call goes on.
    enum Turn: Sendable { case goOn, cancelled, fail }

    /// Names something that can go on.
    enum Key: Sendable, Hashable, Comparable {
        case start(Int)
        case call(activity: Int, number: Int)
        case wake(clock: Int, activity: Int)

        /// What runs when it goes on: to go on with another one is a switch.
        var thread: Int {
            switch self {
            case .start(let index): -1 - index
            case .call(let activity, _), .wake(_, let activity): activity
            }
        }
    }

    /// The start of an action.
    struct Start {
        let name: String
        let execute: @MainActor () -> Void
    }

    /// A scripted call that has been made.
    struct Call: Sendable {
        let key: Key
        let name: String
        let canFail: Bool
    }

    private let room = WaitingRoom<Call, Turn>()
    private let strategy: any ScheduleStrategy

    init(_ strategy: any ScheduleStrategy) {
        self.strategy = strategy
    }

    /// Called by a scripted call: suspends until it is its turn.
    nonisolated(nonsending) func turn(of activity: Activity, calling name: String, canFail: Bool) async -> Turn {
        let call = Call(
            key: .call(activity: activity.number, number: activity.nextCall()), name: name, canFail: canFail)
        return await room.wait(call, step: "waiting for its turn in \(name)", whenCancelled: canFail ? .cancelled : nil)
    }

    /// Lets one thing after the other go on until there is none left.
    ///
    /// - Returns: Whether it came to that.
    @MainActor
    @discardableResult
    func drive(starting starts: [Start], in run: ScenarioRun, at place: SourcePlace) async -> Bool {
        var starts = Array(starts.enumerated())
        for _ in 0..<Self.longest {
            guard await run.settle(at: place) else { return false }
            let calls = room.tickets
            let wakes = wakes(in: run)
            let options =
                starts.map { Option(key: .start($0.offset), name: "start \($0.element.name)") }
                + calls.map { Option(key: $0.key, name: "go on in \($0.name)", canFail: $0.canFail) }
                + wakes.map { Option(key: $0.key, name: "time goes on") }
            guard !options.isEmpty else { return true }
            let choice = strategy.choose(from: options.sorted { $0.key < $1.key })
            for activity in choice.cancelled { run.ledger.cancel(activity) }
            switch choice.key {
            case .start(let index):
                guard let position = starts.firstIndex(where: { $0.offset == index }) else { continue }
                strategy.willStart(activity: run.ledger.lastNumber + 1)
                starts.remove(at: position).element.execute()
            case .call:
                room.answer(choice.fails ? .fail : .goOn) { $0.key == choice.key }
            case .wake(_, let activity):
                wakes.first { $0.key == choice.key }?.clock.wakeNext(of: activity)
            }
        }
        run.fail("A run of an exploration did not come to an end within \(Self.longest) steps.", at: place)
        return false
    }

    /// How many steps one `when` may take.
    private static var longest: Int { 10_000 }

    /// Whose sleep may end: on each clock those with the earliest deadline. Sleeps of sources go on for ever, and end
    /// only when the test moves the clock.
    @MainActor
    private func wakes(in run: ScenarioRun) -> [(key: Key, clock: ManualClock)] {
        let sources = Set(run.ledger.lines.filter { $0.kind == .source }.map(\.number))
        return run.clocks.enumerated().flatMap { index, clock in
            let sleeps = clock.room.tickets.filter { $0.activity.map { !sources.contains($0) } ?? false }
            let earliest = sleeps.map(\.deadline).min()
            return sleeps.filter { $0.deadline == earliest }.map { sleep in
                (Key.wake(clock: index, activity: sleep.activity ?? 0), clock)
            }
        }
    }
}

/// One thing that can go on.
struct Option: Sendable {
    let key: Schedule.Key
    let name: String
    var canFail = false
}

/// What goes on, and what is done to the run before.
struct Choice: Sendable {
    let key: Schedule.Key
    /// The activities that are cancelled first.
    var cancelled: [Int] = []
    /// Whether the call fails.
    var fails = false
}

/// Chooses what goes on next.
@MainActor
protocol ScheduleStrategy: AnyObject, Sendable {
    /// - Parameter options: At least one, sorted by key.
    func choose(from options: [Option]) -> Choice
    /// What was chosen last is the start of this activity.
    func willStart(activity: Int)
}
