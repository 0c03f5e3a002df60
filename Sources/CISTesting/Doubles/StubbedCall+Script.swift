internal import CIS

/// Scripting and checking the stub, from the test.
extension StubbedCall {
    /// Sets the default answer. It is used when the answers of ``answers(_:)`` are used up.
    ///
    /// - Parameter reply: The answer.
    public func always(_ reply: Reply) {
        state.withLock { $0.always = reply }
    }

    /// Adds answers for the next calls, one per call. They are used after answers that were added earlier.
    ///
    /// - Parameter replies: One answer per call.
    public func answers(_ replies: Reply...) {
        state.withLock { state in
            for reply in replies { state.script.append(reply) }
        }
    }

    /// The arguments of all calls so far, in order. Reading them counts as checking the calls.
    public var calls: [Arguments] {
        state.withLock { state in
            state.seen = state.calls.count
            return state.calls
        }
    }

    /// The arguments of the calls whose action was cancelled while they waited, in the order of the cancellations.
    ///
    /// ```swift
    /// test.worker.searching.always(.wait)
    /// await test.when(.typed("a"), .screenLeft)
    /// test.expect(
    ///     "the search is cancelled", test.worker.searching.cancelledCalls == ["a"])
    /// ```
    public var cancelledCalls: [Arguments] { state.withLock { $0.cancelledCalls } }

    /// The arguments of the waiting calls, in the order of arrival. In a scenario this is the order in which their actions
    /// began.
    public var held: [Arguments] { pending.requests.map(\.arguments) }

    /// Answers a waiting call. Fails the test if there is no such call, unless faults are injected.
    ///
    /// - Parameters:
    ///   - reply: What the call returns or throws. Not `.wait`.
    ///   - index: The index among the waiting calls, in the order of arrival. The default is the first.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public func release(
        _ reply: Reply, at index: Int = 0, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        guard let held = pending.call(at: index) else {
            guard run?.injectsFaults != true else { return }
            let count = CountText.of(pending.count, "waiting call")
            let text = "\(name) has \(count), so there is none to release at index \(index)."
            return ScenarioRun.fail(text, in: run, at: place)
        }
        release(held, reply, at: place)
    }

    /// Answers the first waiting call whose arguments match. Fails the test if no call matches, unless faults are injected.
    ///
    /// ```swift
    /// test.worker.encoding.release(.value(small)) { $0.name == "a.jpg" }
    /// ```
    ///
    /// - Parameters:
    ///   - reply: What the call returns or throws. Not `.wait`.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    ///   - fits: Returns whether the arguments match.
    public func release(
        _ reply: Reply, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, where fits: (Arguments) -> Bool
    ) {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        guard let held = pending.call(where: { fits($0.arguments) }) else {
            guard run?.injectsFaults != true else { return }
            let calls = pending.requests.map { "\n  \(describe($0.arguments))" }.joined()
            let text = "No waiting call of \(name) matches. Waiting:\(calls.isEmpty ? " none." : calls)"
            return ScenarioRun.fail(text, in: run, at: place)
        }
        release(held, reply, at: place)
    }

    /// Answers a waiting call like ``release(_:at:fileID:filePath:line:column:)``, as a step of the scenario: the sentence
    /// stands in failures and in the written specification, and `then` checks the effects since.
    ///
    /// ```swift
    /// test.worker.searching.release("the first answer comes", .value([]))
    /// await test.settle()
    /// ```
    @MainActor
    public func release(
        _ text: String, _ reply: Reply, at index: Int = 0, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        run?.onStep?(text, SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
        release(reply, at: index, fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Answers the first waiting call whose arguments match, as a step of the scenario with a sentence.
    @MainActor
    public func release(
        _ text: String, _ reply: Reply, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column, where fits: (Arguments) -> Bool
    ) {
        run?.onStep?(text, SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
        release(reply, fileID: fileID, filePath: filePath, line: line, column: column, where: fits)
    }

    private func release(_ held: (number: Int, request: HeldCall), _ reply: Reply, at place: SourcePlace) {
        guard case .compute(let body) = reply.kind else {
            return ScenarioRun.fail(
                "A waiting call of \(name) was released with .wait: it waits already.", in: run, at: place)
        }
        pending.answer(body(held.request.arguments), number: held.number)
    }

    /// Suspends until the function has been called.
    ///
    /// - Parameter times: The number of calls to wait for, counted since the stub was created.
    public nonisolated(nonsending) func called(times: Int = 1) async {
        _ = await pending.arrival { $0.arrivals >= times }
    }

    /// Checks that exactly these calls were made since the last check, in this order.
    ///
    /// - Parameters:
    ///   - expected: The arguments of each call. Empty if there was no call.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public func expectCalls(
        _ expected: Arguments..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        guard let problem = difference(from: expected), run?.injectsFaults != true else { return }
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        ScenarioRun.fail(problem, in: run, at: place)
    }

    /// Describes how the calls since the last check differ from the expected calls. Returns `nil` if they do not
    /// differ. Counts as a check.
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
        while let held = pending.call(at: 0) {
            let outcome = cancelled ?? unscripted(held.request.arguments, "The scenario is over.")
            pending.answer(outcome, number: held.number)
        }
    }

    func suggest(name: String) {
        state.withLock { $0.name = $0.name ?? name }
    }
}
