import CIS
import TestSupport
import Testing

/// A scene of the library's base classes, without stored properties of its own.
private enum Door: SceneDefinition {
    typealias Worker = any DoorWorker
    enum Action: Sendable { case knocked, painted }
    enum UseCase: Sendable { case answer }
    enum Mutation: Sendable, Equatable { case opened(by: String), painted }
    enum Output: Sendable, Equatable { case opened(by: String) }
    struct State: SceneState, Equatable {
        var isRed = false
        var domainState = DomainState()
        struct DomainState: Sendable, Equatable { var visits = 0 }
    }
}

private protocol DoorWorker: AnyObject, Sendable {
    @MainActor func ring()
    @concurrent func findSomebody() async -> String
}

private final class DoorController: SceneController<Door>, Controller {
    func handle(_ action: Door.Action) async {
        switch action {
        case .knocked: await interactor.execute(.answer)
        case .painted: store.execute(.painted)
        }
    }
}

private final class DoorInteractor: SceneInteractor<Door>, Interactor {
    func perform(_ useCase: Door.UseCase) async {
        store.execute(.opened(by: "\(await worker.findSomebody()) \(store.domainState.visits)"))
    }
}

private final class DoorStore: SceneStore<Door>, Store {
    nonisolated static func mutate(_ state: inout Door.State, by mutation: Door.Mutation) {
        switch mutation {
        case .opened: state.domainState.visits += 1
        case .painted: state.isRed = true
        }
    }
    func sideEffects(of mutation: Door.Mutation, on state: Door.State) {
        guard case .opened(let name) = mutation else { return }
        worker.ring()
        outputs.send(.opened(by: name))
    }
}

private final class Butler: DoorWorker {
    @MainActor var rings = 0
    @MainActor func ring() { rings += 1 }
    @concurrent func findSomebody() async -> String { "James" }
}

/// A scene without use cases, outputs, worker and domain state.
private enum Lamp: SceneDefinition {
    enum Action: Sendable { case tapped }
    enum Mutation: Sendable { case toggled }
    struct State: SceneState, Equatable { var isOn = false }
}

private final class LampController: SceneController<Lamp>, Controller {
    func handle(_ action: Lamp.Action) async {
        switch action {
        case .tapped: store.execute(.toggled)
        }
    }
}

private final class LampStore: SceneStore<Lamp>, Store {
    nonisolated static func mutate(_ state: inout Lamp.State, by mutation: Lamp.Mutation) {
        switch mutation {
        case .toggled: state.isOn.toggle()
        }
    }
}

@MainActor
@Suite struct `Parts that hold what every scene needs` {
    private let butler = Butler()

    private func makeDoor() -> (scene: SceneRuntime<Door>, store: DoorStore) {
        let store = DoorStore(Door.State(), worker: butler)
        let interactor = DoorInteractor(store: store, worker: butler)
        return (SceneRuntime(controller: DoorController(interactor: interactor, store: store), store: store), store)
    }

    @Test func `a scene is made of parts that add nothing of their own`() async {
        let (scene, _) = makeDoor()
        await scene.execute(.painted).value
        await scene.execute(.knocked).value
        #expect(scene.state == Door.State(isRed: true, domainState: Door.State.DomainState(visits: 1)))
        #expect(butler.rings == 1)
    }

    @Test func `the parts that a scene does not need can be omitted`() async {
        let store = LampStore(Lamp.State())
        let scene = SceneRuntime<Lamp>(controller: LampController(store: store), store: store)
        await scene.execute(.tapped).value
        #expect(scene.state.isOn)
        #expect(scene.outputs == nil)
    }

    @Test func `a store's outputs reach the parent without a port in the assembly`() async {
        let (scene, store) = makeDoor()
        let heard = Recorder<Door.Output>()
        scene.outputs?.connect(to: heard) { heard, output in heard.note(output) }
        await scene.execute(.knocked).value
        #expect(heard.entries == [.opened(by: "James 0")])
        #expect(scene.outputs === store.outputs)
    }

    @Test func `the outputs of a store are in the traces`() async {
        let (scene, _) = makeDoor()
        let log = EventLog()
        scene.attach(log, on: log)
        await scene.execute(.knocked).value
        #expect(log.events.contains { if case .output = $0.kind { true } else { false } })
    }

    @Test func `a port that the assembly passes replaces the store's`() async {
        let store = DoorStore(Door.State(), worker: butler)
        let port = OutputPort<Door.Output>()
        let scene = SceneRuntime<Door>(
            controller: DoorController(interactor: DoorInteractor(store: store, worker: butler), store: store),
            store: store, outputs: port)
        #expect(store.outputs === port)
        #expect(scene.outputs === port)
    }

    @Test func `a port that the store made before its runtime is the runtime's`() {
        let store = DoorStore(Door.State(), worker: butler)
        let port = store.outputs
        let scene = SceneRuntime<Door>(
            controller: DoorController(interactor: DoorInteractor(store: store, worker: butler), store: store),
            store: store)
        #expect(scene.outputs === port)
    }

    @Test func `outputs of a stopped scene are ignored`() {
        let (scene, store) = makeDoor()
        let heard = Recorder<Door.Output>()
        scene.outputs?.connect(to: heard) { heard, output in heard.note(output) }
        scene.stop()
        store.outputs.send(.opened(by: "a late worker"))
        #expect(heard.entries.isEmpty)
    }

    @Test func `outputs of a released scene are ignored`() {
        let heard = Recorder<Door.Output>()
        let store = makeConnectedDoor(heard)
        store.outputs.send(.opened(by: "a late worker"))
        #expect(heard.entries.isEmpty)
    }

    private func makeConnectedDoor(_ heard: Recorder<Door.Output>) -> DoorStore {
        let (scene, store) = makeDoor()
        scene.outputs?.connect(to: heard) { heard, output in heard.note(output) }
        return store
    }

    @Test func `a scene with outputs leaves nothing behind`() async {
        let parts = DoorParts()
        await useDoor(parts)
        #expect(parts.store == nil)
        #expect(parts.outputs == nil)
    }

    private func useDoor(_ parts: DoorParts) async {
        let (scene, store) = makeDoor()
        var painting: Task<Void, Never>?
        scene.outputs?.connect(to: scene) { scene, _ in painting = scene.execute(.painted) }
        await scene.execute(.knocked).value
        // The action is executed in a commit. It starts after the commit, and holds the scene until then.
        await painting?.value
        parts.store = store
        parts.outputs = store.outputs
    }

    private final class DoorParts {
        weak var store: DoorStore?
        weak var outputs: OutputPort<Door.Output>?
    }
}
