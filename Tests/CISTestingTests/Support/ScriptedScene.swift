import CIS
import CISTesting
import Foundation
import Synchronization

/// A scene whose actions run closures of the test.
enum ScriptedScene: SceneDefinition {
    struct Action: Sendable, CustomStringConvertible {
        let name: String
        var policy = ActionPolicy.concurrent
        let body: @MainActor @Sendable (Tools) async -> Void

        init(
            _ name: String, policy: ActionPolicy = .concurrent,
            _ body: @escaping @MainActor @Sendable (Tools) async -> Void = { _ in }
        ) {
            self.name = name
            self.policy = policy
            self.body = body
        }

        var description: String { name }
    }

    struct UseCase: Sendable, CustomStringConvertible {
        let action: Action
        var description: String { "perform \(action)" }
    }

    enum Mutation: Sendable, Equatable {
        case logged(String)
        case counted
        case setCount(Int)
        case cleared
        case setOpen(Bool)
        case openedOther
        case setTicking(Bool)
        case setReference(Reference)
        case changed(Change)
    }

    /// Any change of the domain state.
    struct Change: Sendable, Equatable {
        let name: String
        let apply: @Sendable (inout State.DomainState) -> Void

        static func == (lhs: Change, rhs: Change) -> Bool { lhs.name == rhs.name }
    }

    /// A class in a state.
    final class Reference: Sendable, Equatable {
        let number = 1

        static func == (lhs: Reference, rhs: Reference) -> Bool { lhs === rhs }
    }

    enum Output: Sendable, Equatable { case said(String) }

    struct State: SceneState, Equatable {
        var log: [String] = []
        var isTicking = false
        var child = Presented<Int>()
        var other = Presented<Int>()
        var reference: Reference?
        var domainState = DomainState()
        struct DomainState: Sendable, Equatable {
            var count = 0
            var numbers: [String: Int] = [:]
            var lists: [String: [String]] = [:]
            var times: [String: Duration] = [:]
            var dates: [String: Date] = [:]
        }
    }

    /// The parts of the scene that a body can use.
    @MainActor
    final class Tools {
        let store: any DomainStore<State.DomainState, Mutation>
        let outputs: OutputPort<Output>
        let call: @Sendable (String) async -> String
        let tryCall: @Sendable (String) async throws -> String
        let clock: ManualClock
        weak var scene: SceneRuntime<ScriptedScene>?

        init(
            store: any DomainStore<State.DomainState, Mutation>, outputs: OutputPort<Output>, doubles: ScriptedFixture
        ) {
            self.store = store
            self.outputs = outputs
            let worker = ScriptedWorkerDouble(calling: doubles.call, trying: doubles.tryCall)
            call = worker.call
            tryCall = worker.tryCall
            clock = doubles.clock
        }

        func log(_ text: String) { store.execute(.logged(text)) }

        func change(
            _ name: String, evenIfCancelled: Bool = false, _ body: @escaping @Sendable (inout State.DomainState) -> Void
        ) {
            store.execute(.changed(Change(name: name, apply: body)), evenIfCancelled: evenIfCancelled)
        }
    }
}

@MainActor final class ScriptedController: Controller {
    private let interactor: any Interactor<ScriptedScene.UseCase>
    init(_ interactor: any Interactor<ScriptedScene.UseCase>) { self.interactor = interactor }

    func handle(_ action: ScriptedScene.Action) async {
        await interactor.execute(ScriptedScene.UseCase(action: action))
    }
    func policy(for action: ScriptedScene.Action) -> ActionPolicy { action.policy }
}

@MainActor final class ScriptedInteractor: Interactor {
    private let tools: ScriptedScene.Tools
    init(_ tools: ScriptedScene.Tools) { self.tools = tools }

    func perform(_ useCase: ScriptedScene.UseCase) async { await useCase.action.body(tools) }
}

@MainActor final class ScriptedStore: Store {
    let publisher: StatePublisher<ScriptedScene.State>
    init(_ state: ScriptedScene.State) { publisher = StatePublisher(state) }

    nonisolated static func mutate(_ state: inout ScriptedScene.State, by mutation: ScriptedScene.Mutation) {
        switch mutation {
        case .logged(let text): state.log.append(text)
        case .counted: state.domainState.count += 1
        case .setCount(let count): state.domainState.count = count
        case .cleared: state.domainState.count = 0
        case .setOpen(true): state.child.present(1)
        case .setOpen(false): state.child.dismiss()
        case .openedOther: state.other.present(1)
        case .setTicking(let isTicking): state.isTicking = isTicking
        case .setReference(let reference): state.reference = reference
        case .changed(let change): change.apply(&state.domainState)
        }
    }
}

struct ScriptedWorkerDouble: Sendable {
    let calling: Stub<String, String>
    let trying: ThrowingStub<String, String>

    @concurrent func call(_ text: String) async -> String { await calling(text) }
    @concurrent func tryCall(_ text: String) async throws -> String { try await trying(text) }
}

/// A scripted scene with a child of its kind while `child` or `other` is presented, a timer while it is ticking, and a feed.
struct ScriptedFixture: SceneFixture {
    let call = Stub<String, String> { "\($0)!" }
    let tryCall = ThrowingStub<String, String>(.compute { "\($0)!" })
    let clock = ManualClock()
    let feed = ScriptedStream<String>()
    var listens = false

    func assemble(_ state: ScriptedScene.State) -> SceneRuntime<ScriptedScene> {
        let scene = makeScene(state)
        for field in [\ScriptedScene.State.child, \.other] {
            scene.present(field, make: { _, _ in makeScene(ScriptedScene.State()) }) { parent, output in
                guard case .said(let text) = output else { return }
                parent.execute(ScriptedScene.Action("heard") { await $0.hop(3, then: "heard \(text)") })
            }
        }
        return scene
    }

    private func makeScene(_ state: ScriptedScene.State) -> SceneRuntime<ScriptedScene> {
        let store = ScriptedStore(state)
        let outputs = OutputPort<ScriptedScene.Output>()
        let tools = ScriptedScene.Tools(store: store, outputs: outputs, doubles: self)
        let feed = self.feed
        let listens = self.listens
        let scene = SceneRuntime<ScriptedScene>(
            controller: ScriptedController(ScriptedInteractor(tools)), store: store, outputs: outputs, clock: clock)
        scene.sources { state in
            let timer = SceneSource<ScriptedScene.Action>.timer("tick", every: .seconds(1)) { number in
                ScriptedScene.Action("tick") { await $0.hop(2, then: "tick \(number)") }
            }
            let words = SceneSource<ScriptedScene.Action>(
                "feed", { feed },
                action: { word in ScriptedScene.Action("word") { await $0.hop(2, then: word) } },
                failure: { error in ScriptedScene.Action("failed") { await $0.hop(2, then: "\(error)") } })
            return (state.isTicking ? [timer] : []) + (listens ? [words] : [])
        }
        tools.scene = scene
        return scene
    }
}

extension ScriptedScene.Tools {
    /// Leaves the main actor and returns to it the given number of times, and logs.
    func hop(_ count: Int, then text: String) async {
        for number in 0..<count { _ = await elsewhere(number) }
        log(text)
    }
}

/// Does a little off the main actor.
@concurrent
func elsewhere(_ number: Int) async -> Int {
    // Without an effect the compiler leaves out the call in release, and with it the hop.
    calls.add(1, ordering: .relaxed)
    var sum = number
    for step in 0..<50 { sum &+= sum &* 31 &+ step }
    return sum
}

private let calls = Atomic<Int>(0)
