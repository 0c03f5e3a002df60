public import CIS

/// Runs a scenario: given a scene in a state, when actions are executed, then the test checks what has happened.
///
/// ```swift
/// await given("five images are attached", Upload(), .holding(5)) { test in
///     await test.when("one more is picked", .imagePicked(.sample))
///     test.then("none is added", \.images.count == 5)
///     test.worker.toasts.expectCalls("Five at most.")
/// }
/// ```
///
/// Programmer errors in the scenes, and calls that no stub answers, fail the test at the `when` or `settle` that led to
/// them. The scene is released when the body returns. If no action is in flight at that time, everything that the scene
/// owned must be deallocated.
///
/// Works in Swift Testing and in XCTest.
///
/// - Parameters:
///   - text: The sentence for failures and for the written specification.
///   - fixture: Makes the scene with its doubles.
///   - state: The state to start with.
///   - checking: How much the test must assert. The default is the setting of the suite.
///   - function: The name of the test function. It becomes the name of the scenario.
///   - fileID: The file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: The actions and the checks of the scenario.
/// - Throws: The error of the body.
@MainActor
public func given<Fixture: SceneFixture>(
    _ text: String, _ fixture: @autoclosure () -> Fixture, _ state: @autoclosure () -> Fixture.Definition.State,
    checking: Exhaustivity = .current, function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: @MainActor (SceneTest<Fixture>) async throws -> Void
) async rethrows {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let recording = TestFailure.recording
    let run = ScenarioRun(place: place, checking: checking, recording: recording?.init())
    let name = ScenarioName.ofRow ?? ScenarioName(function: function)
    let ended: EndedScenario
    do {
        ended = try await run.perform {
            let test = SceneTest(fixture(), state(), run)
            if !text.isEmpty { run.state.withLock { $0.texts.givenSentences.append(text) } }
            return try await EndedScenario(test, named: name, body)
        }
    } catch {
        if let recorded = await run.endRecording() { recording?.attach(recorded, comparedWith: nil, at: place) }
        throw error
    }
    let recorded = await run.endRecording()
    // At this point the test has been released, and with it the scene.
    await ended.checkLeaks()
    if let recorded, ended.hasFailed { recording?.attach(recorded, comparedWith: nil, at: place) }
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
