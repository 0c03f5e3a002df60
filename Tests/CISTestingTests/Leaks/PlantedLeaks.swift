import CIS
import CISTesting

/// A scene with children of every kind, in which a leak can be planted.
enum House: SceneDefinition {
    typealias Action = HouseAction
    typealias UseCase = Never
    typealias Output = Int

    struct Mutation: Sendable { let change: @Sendable (inout State) -> Void }

    struct Item: Sendable, Equatable, Identifiable { var id: Int }

    struct State: SceneState, Equatable {
        var count = 0
        var toast = Pulse<String>("")
        var sheet = Presented<Int>()
        var path = SceneStack<Int>()
        var rooms = SceneList<Item>()
        var domainState = 0
    }
}

struct HouseAction: Sendable { let run: @MainActor @Sendable (HouseController) async -> Void }

@MainActor final class HouseController: Controller {
    let store: HouseStore
    let service = HouseService()
    var tokens: [ObservationToken] = []
    var task: Task<Void, Never>?
    var child: SceneRuntime<House>?
    var onEvent: (() -> Void)?

    init(_ store: HouseStore) { self.store = store }
    func handle(_ action: HouseAction) async { await action.run(self) }
}

@MainActor final class HouseStore: Store {
    let publisher = StatePublisher(House.State())
    let outputs = OutputPort<Int>()
    nonisolated static func mutate(_ state: inout House.State, by mutation: House.Mutation) { mutation.change(&state) }
    func change(_ body: @escaping @Sendable (inout House.State) -> Void) { execute(House.Mutation(change: body)) }
}

@MainActor final class HouseService {
    var onEvent: (() -> Void)?
    var delegate: AnyObject?
    var listeners: [String: () -> Void] = [:]
}

/// What a test plants in a house.
typealias Scene = SceneRuntime<House>

struct HouseFixture: SceneFixture {
    /// Plants the leak, when the scene is assembled.
    let plant: @MainActor (Scene, HouseController) -> Void

    func assemble(_ state: House.State) -> Scene {
        let (scene, controller) = House.make()
        plant(scene, controller)
        return scene
    }
}

extension House {
    @MainActor static func make() -> (scene: Scene, controller: HouseController) {
        let store = HouseStore()
        let controller = HouseController(store)
        return (SceneRuntime(controller: controller, store: store, outputs: store.outputs), controller)
    }
}

/// A mistake that keeps a scene alive.
struct PlantedLeak: Sendable {
    let name: String
    /// The holder, as the message names it, besides the line.
    let holder: String
    /// Plants the leak. Returns the line of the closure, or 0 if the holder is no closure of a scene.
    let plant: @MainActor @Sendable (Scene, HouseController) -> UInt

    init(_ name: String, _ holder: String, _ plant: @escaping @MainActor @Sendable (Scene, HouseController) -> UInt) {
        self.name = name
        self.holder = holder
        self.plant = plant
    }
}

extension PlantedLeak {
    static let all = observers + declarations + others

    private static let observers = [
        PlantedLeak("an observer whose token the controller keeps", "the closure of observe") { scene, controller in
            controller.tokens.append(scene.observe(\.count) { _ in withExtendedLifetime(scene) {} })
            return #line - 1
        },
        PlantedLeak("an observer with an owner that captures the scene", "the closure of observe") {
            scene, controller in
            scene.observe(\.count, on: controller) { _, _ in _ = scene.state }
            return #line - 1
        },
        PlantedLeak("an observer of a computed value", "the closure of observe") { scene, controller in
            scene.observe({ $0.count * 2 }, on: controller.store) { _, _ in withExtendedLifetime(scene) {} }
            return #line - 1
        },
        PlantedLeak("an observer of every commit", "the closure of observeEveryCommit") { scene, controller in
            scene.observeEveryCommit(\.count, on: controller) { _, _ in withExtendedLifetime(scene) {} }
            return #line - 1
        },
        PlantedLeak("an observer of a pulse", "the closure of observePulse") { scene, controller in
            scene.observePulse(\.toast, on: controller) { _, _ in withExtendedLifetime(scene) {} }
            return #line - 1
        },
        PlantedLeak("an observer of a list", "the closure of observeChanges") { scene, controller in
            scene.observeChanges(of: \.rooms, on: controller) { _, _ in withExtendedLifetime(scene) {} }
            return #line - 1
        },
        PlantedLeak("an observer in a child", "the closure of observe") { scene, _ in
            let child = House.make()
            scene.add(child.scene)
            child.scene.observe(\.count, on: child.controller) { _, _ in withExtendedLifetime(scene) {} }
            return #line - 1
        },
        PlantedLeak("a task that reads the values", "a task that reads the values") { scene, _ in
            let values = scene.values(\.count)
            Task { for await _ in values { withExtendedLifetime(scene) {} } }
            return #line - 2
        },
    ]

    private static let declarations = [
        PlantedLeak("the assembly of a presented child", "the closure of present") { scene, _ in
            let make = { @MainActor (_: Scene, _: Int) in scene.isStopped ? scene : House.make().scene }
            scene.present(\.sheet, make: make, onOutput: { _, _ in })
            return #line - 1
        },
        PlantedLeak("the output of a presented child", "the closure of onOutput of present") { scene, controller in
            scene.present(\.sheet, make: { _, _ in House.make().scene }, onOutput: { _, _ in _ = scene.state })
            controller.store.change { $0.sheet.present(1) }
            return #line - 2
        },
        PlantedLeak("the assembly of a stack", "the closure of stack") { scene, _ in
            scene.stack(\.path, make: { _, _ in scene.isStopped ? scene : House.make().scene })
            return #line - 1
        },
        PlantedLeak("the output of a screen of a stack", "the closure of onOutput of stack") { scene, controller in
            scene.stack(\.path, make: { _, _ in House.make().scene }, onOutput: { _, _, _ in _ = scene.state })
            controller.store.change { $0.path.push([1, 2]) }
            return #line - 2
        },
        PlantedLeak("the assembly of a row", "the closure of list") { scene, _ in
            let make = { @MainActor (_: Scene, _: House.Item) in scene.isStopped ? scene : House.make().scene }
            scene.list(\.rooms, make: make, onOutput: { _, _, _ in })
            return #line - 1
        },
        PlantedLeak("the output of a row", "the closure of onOutput of list") { scene, controller in
            scene.list(\.rooms, make: { _, _ in House.make().scene }, onOutput: { _, _, _ in _ = scene.state })
            controller.store.change { $0.rooms.append(House.Item(id: 1)) }
            return #line - 2
        },
        PlantedLeak("the output of an added child", "the closure of onOutput of add") { scene, _ in
            scene.add(House.make().scene) { _, _ in _ = scene.state }
            return #line - 1
        },
        PlantedLeak("the receiver of a port", "the closure of connect") { scene, controller in
            let child = House.make()
            controller.child = child.scene
            child.scene.outputs?.connect(to: scene) { _, _ in withExtendedLifetime(controller) {} }
            return #line - 1
        },
        PlantedLeak("the sources", "the closure of sources") { scene, _ in
            scene.sources { _ in
                withExtendedLifetime(scene) {}
                return []
            }
            return #line - 4
        },
        PlantedLeak("the action of an open source", "the closure of sources") { scene, _ in
            let clock = ManualClock()
            scene.sources { _ in
                [.timer("tick", every: .seconds(1), on: clock) { _ in HouseAction { _ in _ = scene.state } }]
            }
            return #line - 3
        },
    ]

    private static let others = [
        PlantedLeak("a delegate that is not weak", "It holds itself: controller.service.delegate → controller") {
            _, controller in
            controller.service.delegate = controller
            return 0
        },
        PlantedLeak("a closure of a service", "service.onEvent …") {
            _, controller in
            controller.service.onEvent = { withExtendedLifetime(controller) {} }
            return 0
        },
        PlantedLeak("a listener in a dictionary", "service.listeners[\"tap\"] …") { _, controller in
            controller.service.listeners["tap"] = { withExtendedLifetime(controller) {} }
            return 0
        },
        PlantedLeak("a child that holds its parent", "It holds itself: controller.child.controller.service.delegate") {
            _, controller in
            let child = House.make()
            controller.child = child.scene
            child.controller.service.delegate = controller
            return 0
        },
    ]
}
