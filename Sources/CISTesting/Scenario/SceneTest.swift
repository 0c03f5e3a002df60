public import CIS

/// A scene in a scenario: what `given` hands to its body.
///
/// The properties of the fixture can be reached through it: `test.worker`, `test.clock`.
@MainActor
@dynamicMemberLookup
public final class SceneTest<Fixture: SceneFixture> {
    /// The definition of the scene.
    public typealias Definition = Fixture.Definition

    /// What made the scene, with its doubles.
    public let fixture: Fixture
    /// The scene itself.
    public let scene: SceneRuntime<Definition>

    let run: ScenarioRun
    let assertions: Assertions
    var texts = ScenarioTexts()
    /// Where the last `when` stands.
    var lastWhen: SourcePlace
    /// How many calls of stubs there were before the last `when`.
    var callsBeforeWhen = 0
    private var skippedLines: [String] = []

    init(_ fixture: Fixture, _ state: Definition.State, _ run: ScenarioRun) {
        self.fixture = fixture
        self.run = run
        assertions = Assertions(run.recorder)
        lastWhen = run.place
        scene = fixture.assemble(state)
        for scene in run.recorder.scenes { assertions.rebase(scene.identity.number, to: scene.currentState) }
        run.recorder.onScene = { [weak assertions] in assertions?.rebase($0.identity.number, to: $0.currentState) }
        for child in Mirror(reflecting: fixture).children {
            for part in Mirror(reflecting: child.value).children {
                (part.value as? any ScriptedDouble)?.suggest(name: part.label ?? "")
            }
            (child.value as? any ScriptedDouble)?.suggest(name: child.label ?? "")
        }
    }

    /// The state as committed.
    public var state: Definition.State { scene.state }

    /// A property of the fixture.
    public subscript<Value>(dynamicMember path: KeyPath<Fixture, Value>) -> Value { fixture[keyPath: path] }

    /// The first child of the given definition, anywhere below the scene. Fails the test if there is none.
    ///
    /// - Parameters:
    ///   - definition: What the child is, such as `AddRequests.self`.
    ///   - fileID: The test's file. Leave it out.
    ///   - filePath: The test's file. Leave it out.
    ///   - line: The test's line. Leave it out.
    ///   - column: The test's column. Leave it out.
    public func child<Child: SceneDefinition>(
        _ definition: Child.Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) -> SceneRuntime<Child>? {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let child = find(definition)
        if child == nil { failForWant(of: definition, at: place) }
        return child
    }

    /// Fails, unless an exploration has cancelled an action or made a call fail: then the child may have had no chance.
    func failForWant<Child: SceneDefinition>(of definition: Child.Type, at place: SourcePlace) {
        guard !run.isDisturbed else { return }
        fail("There is no scene \(Child.self) in the tree:\n\(scene.treeDescription)", at: place)
    }

    func find<Child: SceneDefinition>(_ definition: Child.Type) -> SceneRuntime<Child>? {
        var queue = scene.children
        while !queue.isEmpty {
            let node = queue.removeFirst()
            if let found = node as? SceneRuntime<Child> { return found }
            queue += node.children
        }
        return nil
    }

    /// What has happened and was not asserted, one line each. Of interest where only what is written is checked. In an
    /// exploration since the last `when` only.
    public var skipped: [String] {
        skippedLines + assertions.unasserted + unseenCalls
    }

    /// Whether anybody may ask what was not asserted. It is too dear for thousands of runs that nobody asks.
    var keepsAccount: Bool { run.schedule == nil || run.checking == .everything }

    private var unseenCalls: [String] {
        run.doubles.flatMap { double in double.unseenCalls.map { "call \($0)" } }
    }

    /// Notes what the last `when` has caused and nobody has asserted; fails if everything has to be.
    func closeWhen() {
        guard keepsAccount else { return assertions.forget() }
        let unasserted = assertions.unasserted
        assertions.forget()
        skippedLines += unasserted
        guard run.checking == .everything, !run.isDisturbed else { return }
        let calls = unseenCalls
        for double in run.doubles { double.forgetUnseenCalls() }
        skippedLines += calls
        let lines = unasserted + calls
        guard !lines.isEmpty else { return }
        fail("This happened, and was not asserted:\n  " + lines.joined(separator: "\n  "), at: lastWhen)
    }

    /// Fails with the steps that led there.
    func fail(_ message: String, at place: SourcePlace) {
        run.fail(message, steps: run.stepsSinceWhen, at: place)
    }
}

/// The sentences of a scenario, for a table of specifications.
struct ScenarioTexts: Sendable {
    var given: [String] = []
    var when: [String] = []
    var then: [String] = []
}
