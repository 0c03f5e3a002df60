import CIS
import TestSupport
import Testing

/// States that cannot be saved or restored cause an error or a report, but never a trap.
@MainActor
@Suite struct `Restoration errors` {
    private let old = ScreenFixture()
    private let new = ScreenFixture()

    // MARK: Children

    @Test func `a child whose state is corrupt starts with its initial state, and is reported`() throws {
        let snapshot = try old.assembleThreeLevels().snapshot(using: .json)
        let restored = try snapshot.restore(using: .corrupting("a!")) { new.assemble() }
        #expect(restored.outline == "root[root!](x[x!] a b[b!](c[c!](d[d!])))")
        let report = try #require(new.reports.all.first)
        #expect(report.scene == restored.screens.dropFirst().first?.identity)
        #expect("\(report)".contains("The saved state CISTests.Screen.State could not be decoded."))
        #expect(new.reports.all.count == 1)
    }

    @Test func `the children of a corrupt child start anew with it`() throws {
        let snapshot = try old.assembleThreeLevels().snapshot(using: .json)
        let restored = try snapshot.restore(using: .corrupting("b!")) { new.assemble() }
        #expect(restored.outline == "root[root!](x[x!] a[a!] b)")
        #expect(new.reports.all.count == 1)
    }

    @Test func `a corrupt scene deep in the tree does not affect its ancestors`() throws {
        let snapshot = try old.assembleThreeLevels().snapshot(using: .json)
        let restored = try snapshot.restore(using: .corrupting("d!")) { new.assemble() }
        #expect(restored.outline == "root[root!](x[x!] a[a!] b[b!](c[c!](d)))")
        #expect(new.reports.all.count == 1)
    }

    @Test func `a child of another definition than saved starts with its initial state, and is reported`() throws {
        let root = old.assemble("root", Screen.State(sheet: Presented("x")))
        let restored = try root.snapshot(using: .json).restore(using: .json) {
            new.assemble(sheet: { SampleScene(Sample.State(log: [$0])).runtime })
        }
        #expect(restored.child(of: \.sheet, as: Sample.self)?.state.log == ["x"])
        let report = try #require(new.reports.all.first)
        #expect("\(report)".contains("No scene with the state CISTests.Screen.State was assembled."))
        #expect(new.reports.all.count == 1)
    }

    // MARK: The topmost scene

    @Test func `a corrupt topmost scene throws, and the assembled scenes are freed`() throws {
        let snapshot = try old.assembleThreeLevels().snapshot(using: .json)
        let state = Screen.State(sheet: Presented("x"))
        do {
            _ = try snapshot.restore(using: .corrupting("root!")) { new.assemble("root", state) }
            Issue.record("Restored what is corrupt.")
        } catch let error as SnapshotError {
            #expect(error.code == .decoding)
            #expect(error.type == "CISTests.Screen.State")
            #expect(error.underlying is StateCoder.Corruption)
        }
        #expect(new.made == 2)
        #expect(new.live.live == 0)
    }

    @Test func `a snapshot of another scene throws`() throws {
        let snapshot = try old.assemble().snapshot(using: .json)
        let error = #expect(throws: SnapshotError.self) {
            try snapshot.restore(using: .json) { SampleScene().runtime }
        }
        #expect(error?.code == .typeMismatch)
        #expect(error?.type == "CISTests.Screen.State")
    }

    @Test func `a child does not take the saved state of the topmost scene`() throws {
        let snapshot = try old.assemble().snapshot(using: .json)
        let error = #expect(throws: SnapshotError.self) {
            try snapshot.restore(using: .json) {
                let frame = SceneRuntime<Frame>(controller: IdleController<Never>(), store: FrameStore())
                frame.present(\.picture) { [new] _, picture in new.assemble(picture) }
                return frame
            }
        }
        #expect(error?.code == .typeMismatch)
        #expect(new.recorder.entries == ["made x", "stopped x"])
    }

    @Test func `a corrupt topmost scene opens no source`() async throws {
        let log = ManualSequence.Log()
        let feed = ManualSequence("a", log: log)
        let snapshot = try #require(try ListenerScene(to: [:]).runtime?.snapshot(using: .json))
        #expect(throws: SnapshotError.self) {
            try snapshot.restore(using: .corrupting("heard")) {
                try #require(ListenerScene(["a"], to: ["a": feed]).runtime)
            }
        }
        await mainActorJobsBehind()
        #expect(log.all.isEmpty)
    }

    // MARK: Saving

    @Test func `a state that is not Codable cannot be saved, and the error names it`() {
        let error = #expect(throws: SnapshotError.self) { try SampleScene().runtime.snapshot(using: .json) }
        #expect(error?.code == .notCodable)
        let text = "The state CISTests.Sample.State cannot be saved, because it is not Codable. Declare it Codable."
        #expect(error.map { "\($0)" } == text)
    }

    @Test func `a child whose state is not Codable prevents saving, and the error names it`() {
        let root = old.assemble(sheet: { _ in SampleScene().runtime }, Screen.State(sheet: Presented("x")))
        let error = #expect(throws: SnapshotError.self) { try root.snapshot(using: .json) }
        #expect(error?.code == .notCodable)
        #expect(error?.type == "CISTests.Sample.State")
    }

    @Test func `a coder that fails to encode prevents saving`() {
        let coder = StateCoder(encode: { _ in throw StateCoder.Corruption() }, decode: { _, _ in "" })
        let error = #expect(throws: SnapshotError.self) { try old.assemble().snapshot(using: coder) }
        #expect(error?.code == .encoding)
        #expect(error?.underlying is StateCoder.Corruption)
    }

    @Test func `a coder that decodes something else is an error`() throws {
        let coder = StateCoder(encode: { _ in "" }, decode: { _, _ in "a text" })
        let error = #expect(throws: SnapshotError.self) {
            try old.assemble().snapshot(using: coder).restore(using: coder) { new.assemble() }
        }
        #expect(error?.code == .decoding)
    }

    // The runtime names the context of a private type by its address, which differs from run to run.
    @Test func `the saved name of a private type is the same in the next run`() throws {
        let scene = SceneRuntime<Diary>(controller: IdleController<Never>(), store: DiaryStore(["today"]))
        let snapshot = try scene.snapshot(using: .json)
        #expect(snapshot.type == "CISTests.Diary.State")
        let restored = try snapshot.restore(using: .json) {
            SceneRuntime<Diary>(controller: IdleController<Never>(), store: DiaryStore([]))
        }
        #expect(restored.state.pages == ["today"])
    }
}

/// A private scene.
private enum Diary: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never
    typealias Mutation = Never

    struct State: SceneState, Codable {
        var pages: [String]
        var domainState = DomainState()

        struct DomainState: Sendable, Codable {}
    }
}

@MainActor
private final class DiaryStore: Store {
    typealias Mutation = Never

    let publisher: StatePublisher<Diary.State>

    init(_ pages: [String]) {
        publisher = StatePublisher(Diary.State(pages: pages))
    }

    nonisolated static func mutate(_ state: inout Diary.State, by mutation: Never) {}
}

/// A scene that cannot be saved, and presents a child at once.
private enum Frame: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never
    typealias Mutation = Never

    struct State: SceneState {
        var picture = Presented("x")
        var domainState = DomainState()

        struct DomainState: Sendable {}
    }
}

@MainActor
private final class FrameStore: Store {
    typealias Mutation = Never

    let publisher = StatePublisher(Frame.State())

    nonisolated static func mutate(_ state: inout Frame.State, by mutation: Never) {}
}
