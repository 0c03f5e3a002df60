internal import CIS

/// What the test says and asks.
extension StubbedCall {
    /// Answers every call from now on for which ``answers(_:)`` has left nothing.
    ///
    /// - Parameter reply: The answer.
    public func always(_ reply: Reply) {
        state.withLock { $0.always = reply }
    }

    /// Answers the next calls, one after the other. Comes after what was scripted before.
    ///
    /// - Parameter replies: One answer per call.
    public func answers(_ replies: Reply...) {
        state.withLock { state in
            for reply in replies { state.script.append(reply) }
        }
    }

    /// The arguments of all calls so far, in order. Reading them counts as having checked the calls.
    public var calls: [Arguments] {
        state.withLock { state in
            state.seen = state.calls.count
            return state.calls
        }
    }

    /// The arguments of the calls that wait, in the order of their arrival: in a scenario, that in which their actions began.
    public var held: [Arguments] { pending.requests.map(\.arguments) }

    /// Lets a waiting call go on. Fails the test if none waits, unless an exploration has cancelled an action or made a
    /// call fail.
    ///
    /// - Parameters:
    ///   - reply: What the call returns or throws. Not `.wait`.
    ///   - index: Which of the waiting calls, in the order of their arrival. The first, unless given.
    ///   - fileID: The test's file. Leave it out.
    ///   - filePath: The test's file. Leave it out.
    ///   - line: The test's line. Leave it out.
    ///   - column: The test's column. Leave it out.
    public func release(
        _ reply: Reply, at index: Int = 0, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let waiting = pending.requests
        guard waiting.indices.contains(index) else {
            guard run?.injectsFaults != true else { return }
            let text = "\(name) has \(waiting.count) waiting call(s), so none at \(index) that could be released."
            return ScenarioRun.fail(text, in: run, at: place)
        }
        release(waiting[index], reply, at: place)
    }

    /// Lets a waiting call go on, named by its arguments: the first that fits. Fails the test if none does, unless an
    /// exploration has cancelled an action or made a call fail.
    ///
    /// ```swift
    /// test.worker.encoding.release(.value(small)) { $0.name == "a.jpg" }
    /// ```
    ///
    /// - Parameters:
    ///   - reply: What the call returns or throws. Not `.wait`.
    ///   - fileID: The test's file. Leave it out.
    ///   - filePath: The test's file. Leave it out.
    ///   - line: The test's line. Leave it out.
    ///   - column: The test's column. Leave it out.
    ///   - fits: Whether these are the arguments of the call that is meant.
    public func release(
        _ reply: Reply, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, where fits: (Arguments) -> Bool
    ) {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let waiting = pending.requests
        guard let held = waiting.first(where: { fits($0.arguments) }) else {
            guard run?.injectsFaults != true else { return }
            let calls = waiting.map { "\n  \(describe($0.arguments))" }.joined()
            let text = "No waiting call of \(name) fits. These wait:\(calls.isEmpty ? " none." : calls)"
            return ScenarioRun.fail(text, in: run, at: place)
        }
        release(held, reply, at: place)
    }

    private func release(_ held: HeldCall, _ reply: Reply, at place: SourcePlace) {
        guard case .compute(let body) = reply.kind else {
            return ScenarioRun.fail(
                "A waiting call of \(name) was released with .wait: it waits already.", in: run, at: place)
        }
        pending.answer(body(held.arguments)) { $0.number == held.number }
    }

    /// Suspends until the function has been called, without looking at the time.
    ///
    /// - Parameter times: How often in total, since the stub was made.
    public nonisolated(nonsending) func called(times: Int = 1) async {
        _ = await pending.arrival { $0.arrivals >= times }
    }

    /// Checks the calls since the last check: these, in this order, and no others.
    ///
    /// - Parameters:
    ///   - expected: The arguments of each call. None: it was not called.
    ///   - fileID: The test's file. Leave it out.
    ///   - filePath: The test's file. Leave it out.
    ///   - line: The test's line. Leave it out.
    ///   - column: The test's column. Leave it out.
    public func expectCalls(
        _ expected: Arguments..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        guard let problem = difference(from: expected), run?.injectsFaults != true else { return }
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        ScenarioRun.fail(problem, in: run, at: place)
    }

    /// Says how the calls since the last check differ from these, if they do. Counts as a check.
    func difference(from expected: [Arguments]) -> String? {
        let (calls, name) = state.withLock { state in
            let calls = Array(state.calls[state.seen...])
            state.seen = state.calls.count
            return (calls, state.name ?? "the stubbed function")
        }
        return Difference.message("The calls of \(name) differ", expectedElements: expected, actual: calls)
    }
}

extension StubbedCall: ScriptedDouble {
    var unseenCalls: [String] {
        let (calls, name) = state.withLock { ($0.calls[$0.seen...], $0.name ?? "") }
        return calls.map { "\(name) with \(describe($0))" }
    }

    func forgetUnseenCalls() {
        state.withLock { $0.seen = $0.calls.count }
    }

    func abandonWaitingCalls() {
        for held in pending.requests {
            let outcome = cancelled ?? unscripted(held.arguments, "The scenario is over.")
            pending.answer(outcome) { $0.number == held.number }
        }
    }

    func suggest(name: String) {
        state.withLock { $0.name = $0.name ?? name }
    }
}
