import CIS
import TestSupport
import Testing

/// The policies of a controller to which another one forwards.
@MainActor
@Suite struct `Policies of a part` {
    private let sample = PolicyFixture()

    /// The part's controller. Its actions are told apart by their cases.
    private final class Part: Controller {
        enum Action: Sendable { case latest, first(Int), named, cancelsNamed, plain }

        func handle(_ action: Action) async {}

        func policy(for action: Action) -> ActionPolicy {
            switch action {
            case .latest: .latest
            case .first: .first
            case .named: .serial.group("named")
            case .cancelsNamed: .concurrent.cancelling("named")
            case .plain: .concurrent
            }
        }
    }

    private let part = Part()

    private func execute(_ name: String, _ action: Part.Action, in id: String = "part") -> Task<Void, Never> {
        sample.execute(name, part.policy(for: action, in: id))
    }

    @Test func `the cases of a part are separate groups`() async {
        let tasks = [execute("latest", .latest), execute("first", .first(1)), execute("again", .first(2))]
        sample.open("latest", "first")
        for task in tasks { await task.value }
        #expect(sample.recorder.entries.sorted() == ["first begins", "first ends", "latest begins", "latest ends"])
        #expect(sample.fates == ["again dropped: busy"])
    }

    @Test func `a group of the scene with the same name is a different group`() async {
        let outer = sample.execute("outer", .first.group("named"))
        let inner = execute("inner", .named)
        await startsOfActions()
        #expect(sample.recorder.entries == ["outer begins", "inner begins"])
        sample.open("outer", "inner")
        await outer.value
        await inner.value
    }

    @Test func `a part cancels its own group, and not the scene's group with that name`() async {
        let outer = sample.execute("outer", .serial.group("named"))
        let inner = execute("inner", .named)
        await startsOfActions()
        let cancelling = execute("cancelling", .cancelsNamed)
        sample.open("outer", "inner", "cancelling")
        for task in [outer, inner, cancelling] { await task.value }
        #expect(sample.recorder.entries.contains("inner ends, cancelled"))
        #expect(sample.recorder.entries.contains("outer ends"))
    }

    @Test func `two parts of the same kind are independent`() async {
        let one = execute("one", .first(1), in: "row 1")
        let two = execute("two", .first(1), in: "row 2")
        await startsOfActions()
        #expect(sample.recorder.entries == ["one begins", "two begins"])
        sample.open("one", "two")
        await one.value
        await two.value
    }

    @Test func `a part's plain action stays plain`() {
        #expect(part.policy(for: .plain, in: "part") == .concurrent)
    }
}
