/// Chooses by seed or by plan, and notes what it chose.
///
/// Without a seed it goes on with what ran last as long as that can go on, else with the first: the schedule with the
/// fewest switches. Deviations, injections and seeds change that.
@MainActor
final class Plan: ScheduleStrategy {
    /// One choice that was made.
    struct Step: Sendable {
        let key: Schedule.Key
        let name: StepName
        let options: [Schedule.Key]
        /// What would have been chosen without a seed or a deviation.
        let usual: Schedule.Key
        /// The activity that went on.
        var thread: Int
        /// Whether the one that went on before could have gone on.
        let couldGoOn: Bool
        let canFail: Bool
        let canBeCancelled: Bool

        /// Whether another one goes on with this key than the one before, although that could go on.
        func isSwitch(to key: Schedule.Key) -> Bool { couldGoOn && key.thread != usual.thread }
        var isSwitch: Bool { isSwitch(to: key) }
    }

    /// What is done to a run on purpose, at a step.
    enum Injection: Sendable {
        /// The action is cancelled right before it goes on.
        case cancel(atStep: Int)
        /// The call fails.
        case fail(atStep: Int)
    }

    private(set) var steps: [Step] = []
    private var random: SplitMix?
    private let deviations: [Int: Schedule.Key]
    private let injection: Injection?

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
        deviations = [:]
        injection = nil
    }

    init(deviations: [Int: Schedule.Key] = [:], injection: Injection? = nil) {
        self.deviations = deviations
        self.injection = injection
    }

    func choose(from options: [Option]) -> Choice {
        let index = steps.count
        let usual = usual(options)
        var chosen = usual
        if let wanted = deviations[index], let option = options.first(where: { $0.key == wanted }) {
            chosen = option
        }
        if let pick = random?.next(below: options.count) { chosen = options[pick] }
        steps.append(
            Step(
                key: chosen.key, name: chosen.name, options: options.map(\.key), usual: usual.key,
                thread: chosen.key.thread, couldGoOn: usual.key.thread == steps.last?.thread,
                canFail: chosen.canFail, canBeCancelled: chosen.canBeCancelled))
        switch injection {
        case .cancel(let step) where step == index: return Choice(key: chosen.key, isCancelled: true)
        case .fail(let step) where step == index: return Choice(key: chosen.key, fails: true)
        default: return Choice(key: chosen.key)
        }
    }

    private func usual(_ options: [Option]) -> Option {
        let last = steps.last?.thread
        return options.first { $0.key.thread == last } ?? options[0]
    }

    func willStart(activity: Int) {
        guard let last = steps.indices.last else { return }
        steps[last].thread = activity
    }

    /// How often another one went on than the one before, although that could have gone on.
    var switches: Int { steps.count(where: \.isSwitch) }

    /// The schedule in words, one step a line.
    var text: String { lines.joined(separator: "\n") }

    /// The same for a reader: of a long schedule, how it begins and how it ends.
    var summary: String {
        let lines = lines
        guard lines.count > 60 else { return text }
        return (lines.prefix(20) + ["  … \(lines.count - 50) more …"] + lines.suffix(30)).joined(separator: "\n")
    }

    private var lines: [String] {
        steps.enumerated().map { index, step in
            "  \(index + 1). \(step.text)\(step.isSwitch ? "  ← a switch" : "")"
        }
    }
}

extension Plan.Step {
    /// What was done, and by which action. Actions and their parallel branches are counted in the order in which they began;
    /// the numbers of events, `#12`, are others.
    var text: String {
        switch key {
        case .start: thread > 0 ? "\(name) (activity \(thread))" : "\(name)"
        case .call(let activity, let number): "\(name) (call \(number) of activity \(activity))"
        case .wake(_, let activity): "\(name) (for activity \(activity))"
        }
    }
}

/// A small generator of numbers with the same sequence everywhere: SplitMix64, by Steele, Lea and Flood (2014).
struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, and not including, `bound`, which is positive.
    mutating func next(below bound: Int) -> Int {
        Int(next() % UInt64(bound))
    }
}
