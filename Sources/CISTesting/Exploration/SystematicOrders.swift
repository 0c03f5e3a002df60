/// All orders of a scenario, those with few switches first, each once.
///
/// An order is a set of deviations: it maps numbers of steps to choices that differ from the usual ones. The orders that
/// differ from a run in one more choice, after its last deviation, are known when the run has ended. So the orders form a
/// tree, which is walked breadth first by the number of switches (Musuvathi and Qadeer, *Iterative context bounding*,
/// 2007).
@MainActor
final class SystematicOrders {
    /// An order that differs from one that was run in one more choice.
    private struct Next {
        let run: [Int: Schedule.Key]
        /// The number of the step, and the other choice.
        let choice: (step: Int, key: Schedule.Key)?
    }

    /// The orders that were not run yet, by their number of switches.
    private var levels: [ArraySlice<Next>] = [[Next(run: [:], choice: nil)]]
    /// The number of orders that were run, by their number of switches.
    private(set) var counts: [Int] = []
    /// The choices of the last order that are not the usual ones.
    private(set) var deviations: [Int: Schedule.Key] = [:]
    /// The number of switches of the last order.
    private(set) var level = 0

    /// The number of switches up to which every order is kept. Of those with more switches, each level keeps only as many as can
    /// be run, because there can be very many.
    private let switches: Int
    /// The greatest number of orders that are run.
    private let runs: Int

    init(switches: Int, runs: Int) {
        self.switches = switches
        self.runs = runs
    }

    /// Whether every order was run.
    var isExhausted: Bool { nextLevel == nil }

    /// The number of switches up to which every order was run. -1 if not even those without a switch were.
    var completeLevel: Int { (nextLevel ?? counts.count) - 1 }

    /// The number of switches of the next order. `nil` if there is no further order.
    var nextLevel: Int? { levels.firstIndex { !$0.isEmpty } }

    /// The number of orders that are known and were not run yet.
    var known: Int { levels.reduce(0) { $0 + $1.count } }

    /// Returns the next order. Call ``note(_:)`` with its plan when it was run.
    func next() -> Plan? {
        guard let level = nextLevel, let next = levels[level].popFirst() else { return nil }
        self.level = level
        deviations = next.run
        if let choice = next.choice { deviations[choice.step] = choice.key }
        counts += Array(repeating: 0, count: max(0, level + 1 - counts.count))
        counts[level] += 1
        return Plan(deviations: deviations)
    }

    /// Finds the orders that differ from the last one in one more choice.
    func note(_ plan: Plan) {
        let first = (deviations.keys.max() ?? -1) + 1
        let steps = plan.steps
        for index in steps.indices.dropFirst(first) {
            let step = steps[index]
            for key in step.options where key != step.usual {
                let level = level + (step.isSwitch(to: key) ? 1 : 0)
                while levels.count <= level { levels.append([]) }
                // A level from which orders are left out is never run to its end.
                guard level <= switches || levels[level].count < runs else { continue }
                levels[level].append(Next(run: deviations, choice: (index, key)))
            }
        }
    }
}
