public import CIS

/// Checking conditions: now, after every commit, at rest and at the end.
extension SceneTest {
    /// Checks any condition.
    ///
    /// Use it in explorations in place of `#expect`: an exploration repeats failing runs to find the shortest schedule, and
    /// `#expect` would report each of them.
    ///
    /// - Parameters:
    ///   - text: The sentence for the failure and for the written specification.
    ///   - condition: The condition that must be true.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public func expect(
        _ text: String, _ condition: Bool, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        note(then: text)
        guard !condition, !run.injectsFaults else { return }
        run.fail(
            "This does not hold: \(text).\(stateText)",
            at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Checks a condition now and after every later commit of the scene. It must also hold in runs with injected faults.
    ///
    /// - Parameters:
    ///   - text: The sentence for the failure.
    ///   - condition: The condition that must be true for every state.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public func invariant(
        _ text: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, _ condition: @escaping @MainActor (Definition.State) -> Bool
    ) {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let scene = scene.identity
        let before = run.recorder.onCommit
        // The reference is weak, because the recorder keeps the closure, and the test owns the recorder.
        let check = { [weak self] (state: Definition.State) in
            guard let self, !condition(state) else { return }
            self.run.fail("The invariant does not hold: \(text).\(stateText)", at: place)
        }
        check(self.scene.state)
        run.recorder.onCommit = { identity, state in
            before?(identity, state)
            if identity == scene, let state = state as? Definition.State { check(state) }
        }
    }

    /// Checks a condition whenever the scene is at rest: nothing can run any more after a `when`, `settle` or `advance`, or at
    /// the end, and no action waits. An action that its policy holds back does not count. The condition must also hold in
    /// runs with injected faults.
    ///
    /// ```swift
    /// test.atRest("no spinner is left") { !$0.isLoading }
    /// ```
    ///
    /// Use ``finally(_:fileID:filePath:line:column:_:)`` for what holds at the end only.
    ///
    /// - Parameters:
    ///   - text: The sentence for the failure and for the written specification.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    ///   - condition: The condition that must be true for each of these states.
    public func atRest(
        _ text: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, _ condition: @escaping @MainActor (Definition.State) -> Bool
    ) {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        checkAtRest("This does not hold at rest", text, isLast: false, at: place, condition)
    }

    /// Checks a condition at the end of the scenario, when nothing can run any more. It must also hold in runs with injected
    /// faults.
    ///
    /// ```swift
    /// test.finally("it was paid once") { _ in server.payments.count == 1 }
    /// ```
    ///
    /// Use ``atRest(_:fileID:filePath:line:column:_:)`` for what holds before the end as well.
    ///
    /// - Parameters:
    ///   - text: The sentence for the failure and for the written specification.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    ///   - condition: The condition that must be true for the last state.
    public func finally(
        _ text: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, _ condition: @escaping @MainActor (Definition.State) -> Bool
    ) {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        checkAtRest("This does not hold at the end", text, isLast: true, at: place, condition)
    }

    private func checkAtRest(
        _ claim: String, _ text: String, isLast: Bool, at place: SourcePlace,
        _ condition: @escaping @MainActor (Definition.State) -> Bool
    ) {
        note(then: text)
        let check = RestCheck(isLast: isLast) { test in
            if condition(test.scene.state) { return true }
            test.run.fail("\(claim): \(text).\(test.stateText)", at: place)
            return false
        }
        restChecks.append(check)
    }

    /// The state, as lines of a message.
    private var stateText: String {
        " The state:\n" + Rendering.lines(of: scene.state).map { "  " + $0 }.joined(separator: "\n")
    }
}
