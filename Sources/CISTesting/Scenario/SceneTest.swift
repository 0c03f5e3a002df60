public import CIS

/// Drives and checks the scene of a scenario. `given` passes it to its body.
///
/// The properties of the fixture can be reached through it: `test.worker`, `test.clock`.
@MainActor
@dynamicMemberLookup
public final class SceneTest<Fixture: SceneFixture> {
    /// The definition of the scene.
    public typealias Definition = Fixture.Definition

    /// The fixture that assembled the scene.
    public let fixture: Fixture
    /// The scene itself.
    public let scene: SceneRuntime<Definition>

    let run: ScenarioRun
    let assertions: Assertions
    /// The line of the last `when`.
    var lastWhen: SourcePlace
    /// The number of stub calls before the last `when`.
    var callsBeforeWhen = 0
    private var skippedLines: [String] = []
    /// The conditions of `atRest` and `finally`.
    var restChecks: [RestCheck] = []

    /// A condition that is checked when the scene is at rest.
    struct RestCheck {
        /// Whether it is checked at the end of the scenario only.
        let isLast: Bool
        /// Makes the check. Returns whether the condition holds.
        let make: @MainActor (SceneTest) -> Bool
    }

    init(_ fixture: Fixture, _ state: Definition.State, _ run: ScenarioRun) {
        self.fixture = fixture
        self.run = run
        assertions = Assertions(run.recorder)
        lastWhen = run.place
        scene = fixture.assemble(state)
        run.recording?.record(scene)
        for scene in run.recorder.scenes { assertions.rebase(scene.identity.number, to: scene.currentState) }
        run.onRest = { [weak self] in self?.checkAtRest() }
        run.onStep = { [weak self] text, place in self?.beginStep(text, at: place) }
        run.recorder.onScene = { [weak assertions] in assertions?.rebase($0.identity.number, to: $0.currentState) }
        // In an exploration, stubs are known by the functions that call them. Reflection would take too long there.
        guard run.schedule == nil else { return }
        for child in Mirror(reflecting: fixture).children {
            for part in Mirror(reflecting: child.value).children {
                (part.value as? any ScriptedDouble)?.suggest(name: part.label ?? "")
            }
            (child.value as? any ScriptedDouble)?.suggest(name: child.label ?? "")
        }
    }

    /// The state after the last commit.
    public var state: Definition.State { scene.state }

    /// A property of the fixture.
    public subscript<Value>(dynamicMember path: KeyPath<Fixture, Value>) -> Value { fixture[keyPath: path] }

    /// Everything that has happened and was not asserted, one line each. Useful with ``Exhaustivity/written``. In an
    /// exploration it covers only the time since the last `when`.
    public var skipped: [String] {
        skippedLines + assertions.unasserted + unseenCalls
    }

    /// Whether unasserted effects are recorded. `false` in explorations that do not check them, where recording would be too
    /// slow.
    var keepsAccount: Bool { run.schedule == nil || run.checking == .everything }

    private var unseenCalls: [String] {
        run.doubles.flatMap { double in double.unseenCalls.map { "call \($0)" } }
    }

    /// Checks the conditions of `atRest`. Each fails once.
    private func checkAtRest() {
        let isAtRest = run.tracker.reports.allSatisfy { !$0.kind.isWork || !$0.hasBegun }
        guard isAtRest, !restChecks.isEmpty else { return }
        restChecks.removeAll { !$0.isLast && !$0.make(self) }
    }

    /// Records the effects of the last `when` that the test has not asserted. With ``Exhaustivity/everything``, unasserted
    /// effects fail the test.
    func closeWhen() {
        guard keepsAccount else { return assertions.forget() }
        let unasserted = assertions.unasserted
        assertions.forget()
        skippedLines += unasserted
        guard run.checking == .everything, !run.injectsFaults else { return }
        let calls = unseenCalls
        for double in run.doubles { double.forgetUnseenCalls() }
        skippedLines += calls
        let lines = unasserted + calls
        guard !lines.isEmpty else { return }
        run.fail("This happened, and was not asserted:\n  " + lines.joined(separator: "\n  "), at: lastWhen)
    }
}
