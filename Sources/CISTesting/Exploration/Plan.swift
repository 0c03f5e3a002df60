/// Chooses the steps of a run, and records them.
///
/// The usual choice is a step of the task that ran in the previous step. If that task cannot continue, the usual choice
/// is the first option. The usual choices give the schedule with the fewest switches. A seed or deviations replace some
/// of them. An injection adds a fault to one step.
@MainActor
final class Plan: ScheduleStrategy {
    /// A step that was chosen.
    struct Step: Sendable {
        let key: Schedule.Key
        let name: StepName
        let options: [Schedule.Key]
        /// The usual choice.
        let usual: Schedule.Key
        /// The number of the task that ran.
        var task: Int
        /// Whether the task of the previous step could have continued.
        let couldGoOn: Bool
        let canFail: Bool
        let canBeCancelled: Bool

        /// Whether choosing this key is a switch: another task continues although the previous one could have
        /// continued.
        func isSwitch(to key: Schedule.Key) -> Bool { couldGoOn && key.task != usual.task }
        var isSwitch: Bool { isSwitch(to: key) }
    }

    /// A fault that is injected at a step.
    enum Injection: Sendable {
        /// The action is cancelled before the step.
        case cancel(atStep: Int)
        /// The answer arrives, and the action is cancelled before it goes on.
        case cancelLate(atStep: Int)
        /// The call fails.
        case fail(atStep: Int)
    }

    private(set) var steps: [Step] = []
    private var random: SplitMix?
    private let deviations: [Int: Schedule.Key]
    let injection: Injection?
    /// Whether calls go on before a sleep ends or a value arrives, whichever task ran last.
    var isPatient = false

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
        deviations = [:]
        injection = nil
    }

    init(deviations: [Int: Schedule.Key] = [:], injection: Injection? = nil) {
        self.deviations = deviations
        self.injection = injection
    }

    /// The plan with the same choices, whatever made them.
    var repeated: Plan {
        Plan(
            deviations: Dictionary(uniqueKeysWithValues: steps.enumerated().map { ($0, $1.key) }), injection: injection)
    }

    /// Whether each planned choice could be made. Otherwise something differs from run to run although the steps are the same.
    var isFollowed: Bool {
        for (index, key) in deviations where !steps.indices.contains(index) || steps[index].key != key { return false }
        return true
    }

    /// Equal for runs with the same steps.
    var order: Int {
        var hasher = Hasher()
        for step in steps { hasher.combine(step.key) }
        return hasher.finalize()
    }

    func choose(from options: [Option]) -> Choice {
        let index = steps.count
        let usual = usual(options)
        var chosen = usual
        var keys: [Schedule.Key] = []
        let wanted = deviations[index]
        for option in options {
            keys.append(option.key)
            if option.key == wanted { chosen = option }
        }
        if let pick = random?.next(below: options.count) { chosen = options[pick] }
        steps.append(
            Step(
                key: chosen.key, name: chosen.name, options: keys, usual: usual.key, task: chosen.key.task,
                couldGoOn: usual.key.task == steps.last?.task && (!isPatient || usual.key.isCall),
                canFail: chosen.canFail, canBeCancelled: chosen.canBeCancelled))
        switch injection {
        case .cancel(let step) where step == index: return Choice(key: chosen.key, isCancelled: true)
        case .cancelLate(let step) where step == index: return Choice(key: chosen.key, isCancelledLate: true)
        case .fail(let step) where step == index: return Choice(key: chosen.key, fails: true)
        default: return Choice(key: chosen.key)
        }
    }

    private func usual(_ options: [Option]) -> Option {
        if isPatient {
            let calls = options.filter(\.key.isCall)
            return calls.first { $0.key.task == steps.last?.task } ?? calls.first ?? options[0]
        }
        if let last = steps.last?.task {
            for option in options where option.key.task == last { return option }
        }
        return options[0]
    }

    func willStart(task: Int) {
        guard let last = steps.indices.last else { return }
        steps[last].task = task
    }

    /// The number of switches.
    var switches: Int { steps.count(where: \.isSwitch) }
    var switchesText: String { CountText.of(switches, "switch", "switches") }

    /// The steps as text, one per line.
    var text: String { lines.joined(separator: "\n") }

    /// The steps as text for a message. Only the beginning and the end of a long schedule are included.
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
    /// The step as text. Actions and their parallel branches are numbered in the order in which they began. These numbers are
    /// not those of events, such as `#12`.
    var text: String {
        switch key {
        case .start: task > 0 ? "\(name) (task \(task))" : "\(name)"
        case .request(let task, let number), .call(let task, let number):
            key.startedBy.map { "\(name) (call of a task that task \($0) has started)" }
                ?? "\(name) (call \(number) of task \(task))"
        case .wake(_, let task), .value(_, let task): "\(name) (for task \(task))"
        }
    }
}

/// A random number generator that gives the same sequence on every machine: SplitMix64, by Steele, Lea and Flood (2014).
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

    /// Returns a number in `0..<bound`. `bound` must be positive.
    mutating func next(below bound: Int) -> Int {
        Int(next() % UInt64(bound))
    }
}
