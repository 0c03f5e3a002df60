import CIS
import CISTesting
import Synchronization

/// A scene whose actions do what the test says: for everything that a real scene does too seldom.
enum Puppet: SceneDefinition {
    struct Action: Sendable, CustomStringConvertible {
        let name: String
        var policy = ActionPolicy.concurrent
        let body: @MainActor @Sendable (Strings) async -> Void

        init(
            _ name: String, policy: ActionPolicy = .concurrent,
            _ body: @escaping @MainActor @Sendable (Strings) async -> Void = { _ in }
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
        case setOpen(Bool)
        case setTicking(Bool)
        case setReference(Reference)
    }

    /// A class in a state.
    final class Reference: Sendable, Equatable {
        static func == (lhs: Reference, rhs: Reference) -> Bool { lhs === rhs }
    }

    enum Output: Sendable, Equatable { case said(String) }

    struct State: SceneState, Equatable {
        var log: [String] = []
        var isTicking = false
        var child = Presented<Int>()
        var reference: Reference?
        var domainState = DomainState()
        struct DomainState: Sendable, Equatable { var count = 0 }
    }

    /// What a body can pull.
    @MainActor
    final class Strings {
        let store: any DomainStore<State.DomainState, Mutation>
        let outputs: OutputPort<Output>
        let call: @Sendable (String) async -> String
        let tryCall: @Sendable (String) async throws -> String
        let clock: ManualClock
        weak var scene: SceneRuntime<Puppet>?

        init(
            store: any DomainStore<State.DomainState, Mutation>, outputs: OutputPort<Output>, doubles: PuppetFixture
        ) {
            self.store = store
            self.outputs = outputs
            let worker = PuppetWorkerDouble(calling: doubles.call, trying: doubles.tryCall)
            call = worker.call
            tryCall = worker.tryCall
            clock = doubles.clock
        }

        func log(_ text: String) { store.execute(.logged(text)) }
    }
}

@MainActor final class PuppetController: Controller {
    private let interactor: any Interactor<Puppet.UseCase>
    init(_ interactor: any Interactor<Puppet.UseCase>) { self.interactor = interactor }

    func handle(_ action: Puppet.Action) async { await interactor.execute(Puppet.UseCase(action: action)) }
    func policy(for action: Puppet.Action) -> ActionPolicy { action.policy }
}

@MainActor final class PuppetInteractor: Interactor {
    private let strings: Puppet.Strings
    init(_ strings: Puppet.Strings) { self.strings = strings }

    func perform(_ useCase: Puppet.UseCase) async { await useCase.action.body(strings) }
}

@MainActor final class PuppetStore: Store {
    let publisher: StatePublisher<Puppet.State>
    init(_ state: Puppet.State) { publisher = StatePublisher(state) }

    nonisolated static func mutate(_ state: inout Puppet.State, by mutation: Puppet.Mutation) {
        switch mutation {
        case .logged(let text): state.log.append(text)
        case .counted: state.domainState.count += 1
        case .setCount(let count): state.domainState.count = count
        case .setOpen(true): state.child.present(1)
        case .setOpen(false): state.child.dismiss()
        case .setTicking(let isTicking): state.isTicking = isTicking
        case .setReference(let reference): state.reference = reference
        }
    }
}

struct PuppetWorkerDouble: Sendable {
    let calling: Stub<String, String>
    let trying: ThrowingStub<String, String>

    @concurrent func call(_ text: String) async -> String { await calling(text) }
    @concurrent func tryCall(_ text: String) async throws -> String { try await trying(text) }
}

/// A puppet with a child puppet while `child` is presented, a timer while it is ticking, and a feed.
struct PuppetFixture: SceneFixture {
    let call = Stub<String, String> { "\($0)!" }
    let tryCall = ThrowingStub<String, String>(.compute { "\($0)!" })
    let clock = ManualClock()
    let feed = ScriptedStream<String>()
    var listens = false

    func assemble(_ state: Puppet.State) -> SceneRuntime<Puppet> {
        let scene = makeScene(state)
        scene.present(\.child, make: { _, _ in makeScene(Puppet.State()) }) { parent, output in
            guard case .said(let text) = output else { return }
            parent.execute(Puppet.Action("heard") { await $0.hop(3, then: "heard \(text)") })
        }
        return scene
    }

    private func makeScene(_ state: Puppet.State) -> SceneRuntime<Puppet> {
        let store = PuppetStore(state)
        let outputs = OutputPort<Puppet.Output>()
        let strings = Puppet.Strings(store: store, outputs: outputs, doubles: self)
        let feed = self.feed
        let listens = self.listens
        let scene = SceneRuntime<Puppet>(
            controller: PuppetController(PuppetInteractor(strings)), store: store, outputs: outputs, clock: clock)
        scene.sources { state in
            let timer = SceneSource<Puppet.Action>.timer("tick", every: .seconds(1)) { number in
                Puppet.Action("tick") { await $0.hop(2, then: "tick \(number)") }
            }
            let words = SceneSource<Puppet.Action>(
                "feed", { feed },
                action: { word in Puppet.Action("word") { await $0.hop(2, then: word) } },
                failure: { error in Puppet.Action("failed") { await $0.hop(2, then: "\(error)") } })
            return (state.isTicking ? [timer] : []) + (listens ? [words] : [])
        }
        strings.scene = scene
        return scene
    }
}

extension Puppet.Strings {
    /// Goes off the main actor and back so many times, and logs.
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
