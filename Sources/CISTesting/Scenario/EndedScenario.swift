internal import CIS
internal import Testing

/// A scenario whose body has returned: its last checks, and its row in the specification.
@MainActor
struct EndedScenario {
    private let run: ScenarioRun
    private let name: ScenarioName
    private let feature: String
    private let texts: ScenarioTexts
    private let scene: SceneIdentity
    /// The leak check. `nil` if the scenario has failed, or if an action is in flight, because an action may hold the
    /// scene. An action that its policy holds back does not count, because it is dropped with the scene.
    private let leaks: LeakCheck?
    private let dropsActions: Bool
    private let hasIssues: Bool
    var hasFailed: Bool { hasIssues || !run.failures.isEmpty }

    /// Runs the body, and makes the checks that need the scene.
    init<Fixture: SceneFixture>(
        _ test: SceneTest<Fixture>, named name: ScenarioName,
        _ body: @MainActor (SceneTest<Fixture>) async throws -> Void
    ) async rethrows {
        run = test.run
        self.name = name
        feature = Fixture.feature
        scene = test.scene.identity
        do {
            hasIssues = try await Self.hasIssues { try await body(test) }
        } catch {
            test.closeScenario(gaveUp: true)
            test.run.recorder.stopWatching()
            Self.record(test.run, name, feature: Fixture.feature, test.run.texts, passed: false)
            throw error
        }
        test.closeScenario(gaveUp: false)
        texts = test.run.texts
        let inFlight = test.run.tracker.reports.filter(\.kind.isWork)
        dropsActions = !inFlight.isEmpty
        test.run.recorder.stopWatching()
        test.run.recording?.stop()
        leaks =
            !inFlight.contains(where: \.hasBegun) && test.run.failures.isEmpty
            ? LeakCheck(of: test.scene, besides: [test.fixture, test.run.reporter]) : nil
    }

    /// Runs the body. Returns whether the test framework recorded an issue while it ran. This is checked only if a
    /// specification is written, which shows results, or if the test is recorded.
    private static func hasIssues(_ body: @MainActor () async throws -> Void) async rethrows -> Bool {
        guard Specification.isRequested || TestFailure.recording != nil, Test.current != nil else {
            try await body()
            return false
        }
        let noted = LockedValue(false)
        try await withKnownIssue(isIntermittent: true) {
            try await body()
        } matching: { _ in
            noted.withLock { $0 = true }
            return false  // Not a known issue: it is reported as usual.
        }
        return noted.withLock { $0 }
    }

    /// Fails if anything that the scene owned is still alive. Call it after the scene was released.
    func checkLeaks() async {
        run.recorder.stopWatching()
        if let leaks, dropsActions {
            await run.perform { _ = await run.tracker.untilQuiet() }
            // The tasks of the actions are enqueued by now.
            await leaks.letDroppedActionsEnd()
        }
        guard let failure = await leaks?.failure(of: "\(scene)", releasing: run.closures) else { return }
        run.fail(failure, account: .nothing, at: run.place)
    }

    /// Adds the scenario to the specification, if one is written.
    func record() {
        Self.record(run, name, feature: feature, texts, passed: !hasFailed)
    }

    private static func record(
        _ run: ScenarioRun, _ name: ScenarioName, feature: String, _ texts: ScenarioTexts, passed: Bool
    ) {
        guard Specification.isRequested else { return }
        let row = ScenarioRow(
            name: name, feature: feature, givenText: ScenarioRow.sentence(of: texts.givenSentences),
            whenText: ScenarioRow.sentence(of: texts.whenSentences),
            thenText: ScenarioRow.sentence(of: texts.thenSentences), passed: passed)
        Specification.record(row, exercised: run.recorder.cases, at: run.place)
    }
}

extension SceneTest {
    /// Makes the last checks and ends the waiting calls.
    ///
    /// - Parameter gaveUp: Whether the body threw an error. If so, no checks are made.
    func closeScenario(gaveUp: Bool) {
        if !gaveUp {
            closeWhen()
            checkNothingInFlight()
        }
        (run.onRest, run.onStep) = (nil, nil)
        if !gaveUp || run.injectsFaults { for check in restChecks { _ = check.make(self) } }
        restChecks = []
        run.close()
        for double in run.doubles { double.abandonWaitingCalls() }
        run.forgetDoubles()
    }

    private func checkNothingInFlight() {
        guard run.checking == .everything, !run.injectsFaults else { return }
        checkNoSourceOpen()
        let lines = run.tracker.reports.filter(\.kind.isWork)
        guard !lines.isEmpty else { return }
        run.fail(
            "At the end of the scenario these are still in flight:\n"
                + lines.map { "  \($0.name): \($0.lastStep)" }.joined(separator: "\n"),
            account: .steps, at: run.place)
    }

    private func checkNoSourceOpen() {
        let open = run.openSources.filter { !assertions.seenSources.contains($0.number) }
        guard !open.isEmpty else { return }
        let lines = open.map { "  \($0.source.id) of \($0.source.scene.placedName)" }.joined(separator: "\n")
        run.fail(
            "At the end of the scenario these sources are still open:\n\(lines)\nClose them, or name them with then(sources:).",
            account: .steps, at: run.place)
    }
}
