import CIS

/// Three screens on a stack: a counter that looks up facts, links to the others, and a timer.
enum Journey: SceneDefinition {
    typealias ScreenID = SceneStack<Screen>.Element.ID
    enum Screen: Sendable, Equatable { case a(count: Int = 0), b, c(count: Int = 0) }
    enum Action: Sendable { case linkTapped(Screen), abcTapped, wentBack(to: ScreenID), wentToRoot, closed(ScreenID) }
    enum Mutation: Sendable, Equatable { case pushed([Screen]), popped(to: ScreenID), poppedAll, poppedFrom(ScreenID) }
    struct State: SceneState { var path = SceneStack<Screen>() }
}

final class JourneyController: SceneController<Journey>, Controller {
    func handle(_ action: Journey.Action) async {
        switch action {
        case .linkTapped(let screen): store.execute(.pushed([screen]))
        case .abcTapped: store.execute(.pushed([.a(), .b, .c()]))
        case .wentBack(let id): store.execute(.popped(to: id))
        case .wentToRoot: store.execute(.poppedAll)
        case .closed(let id): store.execute(.poppedFrom(id))
        }
    }
}

final class JourneyStore: SceneStore<Journey>, Store {
    nonisolated static func mutate(_ state: inout Journey.State, by mutation: Journey.Mutation) {
        switch mutation {
        case .pushed(let screens): state.path.push(screens)
        case .popped(let id): state.path.pop(to: id)
        case .poppedAll: state.path.popAll()
        case .poppedFrom(let id): state.path.pop(from: id)
        }
    }
}

extension Journey {
    @MainActor
    static func assemble(
        _ state: State = State(), worker: any FactWorker, clock: any Clock<Duration>
    ) -> SceneRuntime<Journey> {
        let store = JourneyStore(state)
        let journey = SceneRuntime<Journey>(controller: JourneyController(store: store), store: store)
        journey.stack(\.path) { journey, element in
            switch element.route {
            case .a(let count):
                journey.add(ScreenA.assemble(count: count, worker: worker)) { journey, _ in
                    journey.execute(.closed(element.id))
                }
            case .b: journey.add(ScreenB.assemble()) { journey, screen in journey.execute(.linkTapped(screen)) }
            case .c(let count): ScreenC.assemble(count: count, clock: clock)
            }
        }
        return journey
    }
}

// MARK: - Screen A

enum ScreenA: SceneDefinition {
    typealias Worker = any FactWorker
    enum Action: Sendable { case minusTapped, plusTapped, factTapped, closeTapped }
    enum UseCase: Sendable { case lookUp }
    enum Mutation: Sendable, Equatable { case added(Int), lookedUp, found(String?), closed }
    enum Output: Sendable, Equatable { case closed }
    struct State: SceneState, Equatable {
        var fact: String?
        var isLoading = false
        var domainState: Int
    }
}

protocol FactWorker: AnyObject, Sendable {
    @concurrent func fact(about number: Int) async throws -> String
}

final class ScreenAController: SceneController<ScreenA>, Controller {
    func handle(_ action: ScreenA.Action) async {
        switch action {
        case .minusTapped: store.execute(.added(-1))
        case .plusTapped: store.execute(.added(1))
        case .factTapped: await interactor.execute(.lookUp)
        case .closeTapped: store.execute(.closed)
        }
    }
}

final class ScreenAInteractor: SceneInteractor<ScreenA>, Interactor {
    func perform(_ useCase: ScreenA.UseCase) async {
        store.execute(.lookedUp)
        store.execute(.found(try? await worker.fact(about: store.domainState)))
    }
}

final class ScreenAStore: SceneStore<ScreenA>, Store {
    nonisolated static func mutate(_ state: inout ScreenA.State, by mutation: ScreenA.Mutation) {
        switch mutation {
        case .added(let number): state.domainState += number
        case .lookedUp: state.isLoading = true
        case .found(let fact): (state.fact, state.isLoading) = (fact, false)
        case .closed: break
        }
    }

    func sideEffects(of mutation: ScreenA.Mutation, on state: ScreenA.State) {
        if mutation == .closed { outputs.send(.closed) }
    }
}

extension ScreenA {
    @MainActor
    static func assemble(count: Int, worker: Worker) -> SceneRuntime<ScreenA> {
        let store = ScreenAStore(State(domainState: count), worker: worker)
        let interactor = ScreenAInteractor(store: store, worker: worker)
        return SceneRuntime(controller: ScreenAController(interactor: interactor, store: store), store: store)
    }
}

// MARK: - Screen B

/// A screen that knows no other screen. Its output says where the user wants to go.
enum ScreenB: SceneDefinition {
    enum Action: Sendable { case linkTapped(Journey.Screen) }
    enum Mutation: Sendable, Equatable { case linkChosen(Journey.Screen) }
    typealias Output = Journey.Screen
    struct State: SceneState {}
}

final class ScreenBController: SceneController<ScreenB>, Controller {
    func handle(_ action: ScreenB.Action) async {
        switch action {
        case .linkTapped(let screen): store.execute(.linkChosen(screen))
        }
    }
}

final class ScreenBStore: SceneStore<ScreenB>, Store {
    nonisolated static func mutate(_ state: inout ScreenB.State, by mutation: ScreenB.Mutation) {}

    func sideEffects(of mutation: ScreenB.Mutation, on state: ScreenB.State) {
        switch mutation {
        case .linkChosen(let screen): outputs.send(screen)
        }
    }
}

extension ScreenB {
    @MainActor
    static func assemble() -> SceneRuntime<ScreenB> {
        let store = ScreenBStore(State())
        return SceneRuntime(controller: ScreenBController(store: store), store: store)
    }
}

// MARK: - Screen C

enum ScreenC: SceneDefinition {
    enum Action: Sendable { case startTapped, stopTapped, ticked }
    enum Mutation: Sendable, Equatable { case running(Bool), ticked }
    struct State: SceneState, Equatable {
        var count: Int
        var isRunning = false
    }
}

final class ScreenCController: SceneController<ScreenC>, Controller {
    func handle(_ action: ScreenC.Action) async {
        switch action {
        case .startTapped: store.execute(.running(true))
        case .stopTapped: store.execute(.running(false))
        case .ticked: store.execute(.ticked)
        }
    }
}

final class ScreenCStore: SceneStore<ScreenC>, Store {
    nonisolated static func mutate(_ state: inout ScreenC.State, by mutation: ScreenC.Mutation) {
        switch mutation {
        case .running(let isRunning): state.isRunning = isRunning
        case .ticked: state.count += 1
        }
    }
}

extension ScreenC {
    @MainActor
    static func assemble(count: Int, clock: any Clock<Duration>) -> SceneRuntime<ScreenC> {
        let store = ScreenCStore(State(count: count))
        let screen = SceneRuntime<ScreenC>(controller: ScreenCController(store: store), store: store, clock: clock)
        screen.sources { $0.isRunning ? [.timer("tick", every: .seconds(1)) { _ in .ticked }] : [] }
        return screen
    }
}
