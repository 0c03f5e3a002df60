import Observation
import Synchronization

// The least program for X10: the objects of a scene, an observer that is a closure, and an action that is a task. It uses the
// same means of the language, protocols and existentials, and the same libraries of Swift, for a number and for tracking.

enum Action: Sendable { case add }
enum Mutation: Sendable { case add }

struct Number: Sendable {
    var count = 0
}

@MainActor
protocol LeastController<Action>: AnyObject {
    associatedtype Action: Sendable
    func handle(_ action: Action) async
}

@MainActor
protocol LeastReceiver<Mutation>: AnyObject {
    associatedtype Mutation: Sendable
    func execute(_ mutation: Mutation)
}

@MainActor
final class LeastPublisher: Observable {
    private static let lastNumber = Atomic<Int>(0)

    private let registrar = ObservationRegistrar()
    let number = LeastPublisher.lastNumber.add(1, ordering: .relaxed).newValue
    private var stored = Number()
    var observers: [(Number) -> Void] = []

    var state: Number {
        get {
            registrar.access(self, keyPath: \.state)
            return stored
        }
        set { registrar.withMutation(of: self, keyPath: \.state) { stored = newValue } }
    }
}

@MainActor
final class NumberStore: LeastReceiver {
    let publisher = LeastPublisher()

    func execute(_ mutation: Mutation) {
        publisher.state.count += 1
        for observer in publisher.observers { observer(publisher.state) }
    }
}

@MainActor
final class NumberController: LeastController {
    private let store: any LeastReceiver<Mutation>

    init(store: any LeastReceiver<Mutation>) {
        self.store = store
    }

    func handle(_ action: Action) async {
        store.execute(.add)
    }
}

@MainActor
final class LeastScene {
    let publisher: LeastPublisher
    private let controller: any LeastController<Action>

    init(controller: any LeastController<Action>, store: NumberStore) {
        self.controller = controller
        publisher = store.publisher
    }

    func execute(_ action: Action) -> Task<Void, Never> {
        let controller = controller
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            return Task.immediate { @MainActor in await controller.handle(action) }
        }
        return Task { @MainActor in await controller.handle(action) }
    }
}

@main
struct StartLeast {
    @MainActor
    static func main() async {
        let store = NumberStore()
        let scene = LeastScene(controller: NumberController(store: store), store: store)
        var calls = 1
        scene.publisher.observers.append { _ in calls += 1 }
        await scene.execute(.add).value
        precondition(calls == 2 && scene.publisher.state.count == 1)
    }
}
