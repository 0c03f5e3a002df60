import CIS
import Testing

/// Subclasses of the base classes that store something of their own. That this file links is half of the test.
@MainActor
@Suite struct `Parts with stored properties` {
    @Test func `a scene without worker and use cases has a store and a controller with properties`() async {
        let store = TinyStore(limit: 2)
        let scene = SceneRuntime<Tiny>(controller: TinyController(step: 5, store: store), store: store)
        await scene.execute(.tapped).value
        #expect(scene.state.count == 5)
        #expect(store.limit == 2)
    }

    @Test func `a scene with use cases and without worker has an interactor with properties`() async {
        let store = UsefulStore(Useful.State())
        let interactor = UsefulInteractor(factor: 3, store: store)
        let controller = UsefulController(note: "x", interactor: interactor, store: store)
        let scene = SceneRuntime<Useful>(controller: controller, store: store)
        await scene.execute(.tapped).value
        #expect(scene.state.domainState.count == 3)
        #expect(controller.note == "x")
    }

    @Test func `a scene with a worker has parts with properties`() async {
        let worker = Bell()
        let store = RingStore(name: "front", worker: worker)
        let interactor = RingInteractor(times: 2, store: store, worker: worker)
        let controller = RingController(tag: 1, interactor: interactor, store: store)
        let scene = SceneRuntime<Ring>(controller: controller, store: store)
        await scene.execute(.tapped).value
        #expect(worker.rings == ["front", "front"])
    }
}

private enum Tiny: SceneDefinition {
    enum Action: Sendable { case tapped }
    enum Mutation: Sendable { case counted(Int) }
    struct State: SceneState { var count = 0 }
}

private final class TinyStore: SceneStore<Tiny>, Store {
    let limit: Int
    init(limit: Int) {
        self.limit = limit
        super.init(Tiny.State())
    }
    nonisolated static func mutate(_ state: inout Tiny.State, by mutation: Tiny.Mutation) {
        if case .counted(let number) = mutation { state.count += number }
    }
}

private final class TinyController: SceneController<Tiny>, Controller {
    private let step: Int
    init(step: Int, store: TinyStore) {
        self.step = step
        super.init(store: store)
    }
    func handle(_ action: Tiny.Action) async { store.execute(.counted(step)) }
}

private enum Useful: SceneDefinition {
    enum Action: Sendable { case tapped }
    enum UseCase: Sendable { case count }
    enum Mutation: Sendable { case counted(Int) }
    struct State: SceneState {
        var domainState = DomainState()
        struct DomainState: Sendable { var count = 0 }
    }
}

private final class UsefulStore: SceneStore<Useful>, Store {
    nonisolated static func mutate(_ state: inout Useful.State, by mutation: Useful.Mutation) {
        if case .counted(let number) = mutation { state.domainState.count += number }
    }
}

private final class UsefulInteractor: SceneInteractor<Useful>, Interactor {
    private let factor: Int
    init(factor: Int, store: UsefulStore) {
        self.factor = factor
        super.init(store: store)
    }
    func perform(_ useCase: Useful.UseCase) async { store.execute(.counted(factor)) }
}

private final class UsefulController: SceneController<Useful>, Controller {
    let note: String
    init(note: String, interactor: UsefulInteractor, store: UsefulStore) {
        self.note = note
        super.init(interactor: interactor, store: store)
    }
    func handle(_ action: Useful.Action) async { await interactor.execute(.count) }
}

private enum Ring: SceneDefinition {
    enum Action: Sendable { case tapped }
    enum UseCase: Sendable { case ring }
    enum Mutation: Sendable { case rang }
    struct State: SceneState {}
    typealias Worker = Bell
}

@MainActor
private final class Bell {
    var rings: [String] = []
}

private final class RingStore: SceneStore<Ring>, Store {
    private let name: String
    init(name: String, worker: Bell) {
        self.name = name
        super.init(Ring.State(), worker: worker)
    }
    nonisolated static func mutate(_ state: inout Ring.State, by mutation: Ring.Mutation) {}
    func sideEffects(of mutation: Ring.Mutation, on state: Ring.State) { worker.rings.append(name) }
}

private final class RingInteractor: SceneInteractor<Ring>, Interactor {
    private let times: Int
    init(times: Int, store: RingStore, worker: Bell) {
        self.times = times
        super.init(store: store, worker: worker)
    }
    func perform(_ useCase: Ring.UseCase) async { for _ in 0..<times { store.execute(.rang) } }
}

private final class RingController: SceneController<Ring>, Controller {
    private let tag: Int
    init(tag: Int, interactor: RingInteractor, store: RingStore) {
        self.tag = tag
        super.init(interactor: interactor, store: store)
    }
    func handle(_ action: Ring.Action) async { await interactor.execute(.ring) }
}
