/// Saying what an exploration has proven.
extension Explorer {
    /// Says what was proven, what was sampled and what was not seen.
    ///
    /// - Parameters:
    ///   - faults: The number of injected faults that held.
    ///   - hasFailed: Whether another one did not.
    ///   - cancels: Whether cancellations were injected.
    func summarize(faults: Int, hasFailed: Bool, cancels: Bool, _ result: inout Exploration) {
        let systematic = orders.counts.reduce(0, +)
        let complete = orders.completeLevel
        result.isComplete = orders.isExhausted && isCertain
        if isCertain, complete >= 0 { result.completeSwitches = orders.isExhausted ? .max : complete }
        var sentences = hasFailed ? ["Failed with an injected fault."] : []
        var sampled: [String] = []
        if !isCertain {
            sampled.append("\(CountText.of(seenOrders.count, "order")) in \(CountText.of(made, "run"))")
        } else {
            let whole = orders.counts.prefix(complete + 1).reduce(0, +)
            if orders.isExhausted {
                sentences.append(whole == 1 ? "Proven: the only order held." : "Proven: all \(whole) orders held.")
            } else if complete >= 0 {
                let proven = "\(CountText.of(whole, "order")) held"
                sentences.append("Proven: complete up to \(CountText.of(complete, "switch", "switches")), \(proven).")
            }
            if systematic > whole {
                let which = complete < 0 ? "without a switch" : "with more switches"
                sampled.append("\(CountText.of(systematic - whole, "order")) \(which)")
            }
            if made > systematic { sampled.append("\(CountText.of(made - systematic, "run")) by seed") }
        }
        if faults > 0 { sampled.append(CountText.of(faults, "injected fault")) }
        if !sampled.isEmpty { sentences.append("Sampled: \(sampled.joined(separator: ", ")) held.") }
        let unseen =
            gaps.sorted() + unseenValues.sorted() + (isDetermined ? [] : ["what differs from run to run"])
            + (cancels ? ["cancellation in other waits than calls and sleeps"] : [])
        if !unseen.isEmpty { sentences.append("Not seen: \(unseen.joined(separator: ", ")).") }
        result.summary = sentences.joined(separator: " ")
    }

    /// What was proven before a run has failed, to be added to a sentence. Empty if nothing was.
    func provenBefore(_ failing: ExploredRun) -> String {
        // Its own number of switches is not complete, even if no order with as many is left.
        let level = min(orders.completeLevel, failing.plan.switches - 1)
        guard isCertain, level >= 0 else { return "" }
        let whole = CountText.of(orders.counts.prefix(level + 1).reduce(0, +), "order")
        return " Before it: complete up to \(CountText.of(level, "switch", "switches")), \(whole) held."
    }

    func warn(_ result: inout Exploration, injects: Bool) {
        if !gaps.isEmpty {
            warn(
                "Not every order can be seen: \(gaps.sorted().joined(separator: ", ")) was called in a task that is not "
                    + "tracked (Task { }, async let, a task group or waiting(for:)). When it waits is guessed from the time in "
                    + "which nothing happens, so equal numbers may give different runs. Call it in the action, or with "
                    + "inParallel.", &result)
        } else if !isDetermined {
            warn(
                "Equal choices have led to different steps: something in the scenario differs from run to run. Make fake "
                    + "servers and counters in the fixture or in the body, which are made anew for each run.", &result)
        } else if result.isComplete, result.orders == 1, !injects {
            warn(
                "Nothing overlaps here: this scenario has one order. Overlap actions with when(concurrently:), "
                    + "when(inOrder:) or when(overlapping:), and let their calls wait to be chosen.", &result)
        }
    }

    /// Warns if the runs were not enough for the orders that the test wants to be complete.
    func warn(unless switches: Int, within seeds: Int, _ result: inout Exploration) {
        guard !orders.isExhausted, orders.completeLevel < switches else { return }
        let reached =
            orders.completeLevel < 0
            ? "not even complete without a switch"
            : "complete up to \(CountText.of(orders.completeLevel, "switch", "switches"))"
        warn(
            "switches: \(switches) was not reached: after \(CountText.of(seeds, "run")) the orders are \(reached), and at "
                + "least \(orders.known) more \(orders.known == 1 ? "is" : "are") known. Pass more seeds, or fewer switches.",
            &result)
    }

    private func warn(_ text: String, _ result: inout Exploration) {
        result.warnings.append(text)
        place.warn(text)
    }
}
