import CIS
import Testing

/// H7 of the article MigratingFromCleanSwift: the published code did not compile in Swift 6 mode. This file is a whole
/// scene. Most of the test is that it compiles.
@MainActor
@Suite struct `H7 Sendable scene` {
    @Test func `a scene written as a client writes it works`() async {
        let worker = StubGreeterWorker()
        let scene = Greeter.assemble(worker: worker)
        let heard = MainActorRecorder<Greeter.Output>()
        let ear = Ear()
        scene.outputs?.connect(to: ear) { _, output in heard.add(output) }

        await scene.execute(.nameEntered("Ada")).value
        await scene.execute(.greetTapped).value
        #expect(scene.state.greeting == "Hello, Ada")
        #expect(!scene.state.isBusy)
        #expect(scene.state.domainState.name == "Ada")
        #expect(worker.toasts == ["Hello, Ada"])
        #expect(heard.entries == [.greeted("Ada")])
    }

    @Test func `its runtime can be handed to another thread and used from there`() async {
        let scene = Greeter.assemble(worker: StubGreeterWorker())
        await Task.detached {
            await scene.post(.nameEntered("Grace")).value
            await scene.run(.greetTapped)
        }.value
        #expect(scene.state.greeting == "Hello, Grace")
    }

    private final class Ear {}
}

private enum Greeter: SceneDefinition {
    enum Action: Sendable { case nameEntered(String), greetTapped }
    enum UseCase: Sendable { case rename(String), greet }
    enum Mutation: Sendable { case renamed(String), busy(Bool), greeted(String) }
    enum Output: Sendable, Equatable { case greeted(String) }

    struct State: SceneState, Equatable {
        var isBusy = false
        var greeting = ""
        var domainState = DomainState()

        struct DomainState: Sendable, Equatable { var name = "" }
    }

    @MainActor
    static func assemble(worker: any GreeterWorker) -> SceneRuntime<Greeter> {
        let outputs = OutputPort<Output>()
        let store = GreeterStore(worker: worker, outputs: outputs)
        let interactor = GreeterInteractor(store: store, worker: worker)
        let controller = GreeterController(interactor: interactor, store: store)
        return SceneRuntime(controller: controller, store: store, outputs: outputs)
    }
}

@MainActor
private final class GreeterController: Controller {
    private let interactor: any Interactor<Greeter.UseCase>
    private let store: any MutationReceiver<Greeter.Mutation>

    init(interactor: any Interactor<Greeter.UseCase>, store: any MutationReceiver<Greeter.Mutation>) {
        self.interactor = interactor
        self.store = store
    }

    func handle(_ action: Greeter.Action) async {
        switch action {
        case .nameEntered(let name): await interactor.execute(.rename(name))
        case .greetTapped:
            store.execute(.busy(true))
            await interactor.execute(.greet)
            store.execute(.busy(false), evenIfCancelled: true)
        }
    }
}

@MainActor
private final class GreeterInteractor: Interactor {
    private let store: any DomainStore<Greeter.State.DomainState, Greeter.Mutation>
    private let worker: any GreeterWorker

    init(store: any DomainStore<Greeter.State.DomainState, Greeter.Mutation>, worker: any GreeterWorker) {
        self.store = store
        self.worker = worker
    }

    func perform(_ useCase: Greeter.UseCase) async {
        switch useCase {
        case .rename(let name): store.execute(.renamed(name))
        case .greet: store.execute(.greeted(await worker.compose(for: store.domainState.name)))
        }
    }
}

@MainActor
private final class GreeterStore: Store {
    let publisher = StatePublisher(Greeter.State())
    private let worker: any GreeterWorker
    private let outputs: OutputPort<Greeter.Output>

    init(worker: any GreeterWorker, outputs: OutputPort<Greeter.Output>) {
        self.worker = worker
        self.outputs = outputs
    }

    nonisolated static func mutate(_ state: inout Greeter.State, by mutation: Greeter.Mutation) {
        switch mutation {
        case .renamed(let name): state.domainState.name = name
        case .busy(let isBusy): state.isBusy = isBusy
        case .greeted(let greeting): state.greeting = greeting
        }
    }

    func sideEffects(of mutation: Greeter.Mutation, on state: Greeter.State) {
        guard case .greeted(let greeting) = mutation else { return }
        worker.showToast(greeting)
        outputs.send(.greeted(state.domainState.name))
    }
}

private protocol GreeterWorker: AnyObject, Sendable {
    @MainActor func showToast(_ message: String)
    @concurrent func compose(for name: String) async -> String
}

@MainActor
private final class StubGreeterWorker: GreeterWorker {
    private(set) var toasts: [String] = []

    func showToast(_ message: String) { toasts.append(message) }

    @concurrent func compose(for name: String) async -> String { "Hello, \(name)" }
}
