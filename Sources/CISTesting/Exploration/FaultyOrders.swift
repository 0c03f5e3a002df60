/// The orders into which faults are injected, one fault each: those without a switch first, then those with one switch.
///
/// A run without a fault leads to one with each fault that its last choice, or a later step, can have. A run with a fault
/// leads to those that differ from it in one more choice after the fault.
@MainActor
final class FaultyOrders {
    private struct Next {
        let choices: [Int: Schedule.Key]
        let injection: Plan.Injection
    }

    private let injections: FaultInjection
    /// The greatest number of runs, unless the order with the fewest switches has more faults.
    private let runs: Int
    /// The orders that were not run yet: the one with the fewest switches with each fault, then the others by their
    /// number of switches.
    private var levels: [ArraySlice<Next>] = [[], [], []]
    /// How many orders each level has had.
    private var counts = [0, 0, 0]
    private var random = SplitMix(seed: 1)
    private var last: (next: Next, level: Int)?

    init(_ injections: FaultInjection, runs: Int) {
        self.injections = injections
        self.runs = runs
    }

    /// Whether the last run was one without a switch.
    var isWithoutSwitch: Bool { last.map { $0.level < 2 } ?? true }

    /// Returns the next order. Call ``note(_:)`` with its plan when it was run.
    ///
    /// - Parameter number: The number of runs so far.
    func next(after number: Int) -> Plan? {
        guard let level = levels.firstIndex(where: { !$0.isEmpty }), level == 0 || number < runs,
            let next = levels[level].popFirst()
        else { return nil }
        last = (next, level)
        return Plan(deviations: next.choices, injection: next.injection)
    }

    /// Finds the orders that differ from a run without a fault in one fault.
    ///
    /// - Parameters:
    ///   - choices: The choices of the run that were not the usual ones.
    ///   - switches: The number of its switches.
    func note(_ plan: Plan, choices: [Int: Schedule.Key], switches: Int) {
        guard !injections.isEmpty, switches <= 1 else { return }
        let level = counts[0] == 0 && choices.isEmpty ? 0 : switches + 1
        for index in plan.steps.indices.dropFirst(choices.keys.max() ?? 0) {
            for injection in plan.steps[index].faults(of: injections, atStep: index) {
                add(Next(choices: choices, injection: injection), to: level)
            }
        }
    }

    /// Finds the orders that differ from the last one in one more choice.
    func note(_ plan: Plan) {
        guard let (next, level) = last else { return }
        let first = max(next.choices.keys.max() ?? 0, next.injection.step) + 1
        for (index, step) in plan.steps.enumerated().dropFirst(first) {
            for key in step.options where key != step.usual {
                let more = max(level, 1) + (step.isSwitch(to: key) ? 1 : 0)
                guard more < levels.count else { continue }
                add(Next(choices: next.choices.merging([index: key]) { $1 }, injection: next.injection), to: more)
            }
        }
    }

    /// Adds an order. Of those that are more than can be run, each has the same chance to stay.
    private func add(_ next: Next, to level: Int) {
        counts[level] += 1
        if level == 0 || levels[level].count < runs { return levels[level].append(next) }
        let place = random.next(below: counts[level])
        if place < runs { levels[level][levels[level].startIndex + place] = next }
    }
}

extension Plan.Injection {
    var step: Int {
        switch self {
        case .cancel(let step), .cancelLate(let step), .fail(let step): step
        }
    }
}

extension Plan.Step {
    fileprivate func faults(of injections: FaultInjection, atStep index: Int) -> [Plan.Injection] {
        var faults: [Plan.Injection] = []
        if injections.contains(.cancellations), canBeCancelled {
            faults.append(.cancel(atStep: index))
            // A call that cannot fail returns its answer also if the action was cancelled before.
            if canFail, case .call = key { faults.append(.cancelLate(atStep: index)) }
        }
        if injections.contains(.faults) && canFail { faults.append(.fail(atStep: index)) }
        return faults
    }
}
