public import CIS

/// Runs a scenario: given a scene in a state, when actions are executed, then this is so.
///
/// ```swift
/// await given("five images are attached", Upload(), .holding(5)) { test in
///     await test.when("one more is picked", .imagePicked(.sample))
///     test.then("none is added", \.images.count == 5)
///     test.worker.toasts.expectCalls("Five at most.")
/// }
/// ```
///
/// Programmer errors that the scenes report, and calls that no stub answers, fail the test at the `when` that leads to them,
/// or at the `settle`. When the body has returned the scene is released; if nothing is in flight then, everything that it
/// owned must be gone.
///
/// Works in Swift Testing and in XCTest.
///
/// - Parameters:
///   - text: The sentence that a table of specifications shows.
///   - fixture: Makes the scene with its doubles.
///   - state: The state to start with.
///   - checking: How much must have been asserted. What the suite says, unless given.
///   - function: The name of the test: the scenario's name. Leave it out.
///   - fileID: The test's file. Leave it out.
///   - filePath: The test's file. Leave it out.
///   - line: The test's line. Leave it out.
///   - column: The test's column. Leave it out.
///   - body: When and Then.
/// - Throws: What the body throws.
@MainActor
public func given<Fixture: SceneFixture>(
    _ text: String, _ fixture: @autoclosure () -> Fixture, _ state: @autoclosure () -> Fixture.Definition.State,
    checking: Exhaustivity = .current, function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: @MainActor (SceneTest<Fixture>) async throws -> Void
) async rethrows {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let run = ScenarioRun(place: place, checking: checking)
    let name = ScenarioName.ofRow ?? ScenarioName(function: function)
    let ended = try await run.perform {
        let test = SceneTest(fixture(), state(), run)
        if !text.isEmpty { run.state.withLock { $0.texts.givenSentences.append(text) } }
        return try await EndedScenario(test, named: name, body)
    }
    // The test, and with it the scene, is gone by now.
    ended.checkLeaks()
    ended.record()
}

/// Runs a scenario without a sentence for the state; see the form with one.
@MainActor
public func given<Fixture: SceneFixture>(
    _ fixture: @autoclosure () -> Fixture, _ state: @autoclosure () -> Fixture.Definition.State,
    checking: Exhaustivity = .current, function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: @MainActor (SceneTest<Fixture>) async throws -> Void
) async rethrows {
    try await given(
        "", fixture(), state(), checking: checking, function: function, fileID: fileID, filePath: filePath,
        line: line, column: column, body)
}
