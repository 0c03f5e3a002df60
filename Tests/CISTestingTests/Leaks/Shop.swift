import CIS
import CISTesting
import Foundation
import Synchronization

/// A scene whose parts can be made to hold each other in every way.
enum Shop: SceneDefinition {
    enum Action: Sendable { case opened, waited }
    enum UseCase: Sendable { case none }
    enum Mutation: Sendable { case noted }
    enum Output: Sendable { case told }
    struct State: SceneState { var domainState = 0 }
}

@MainActor final class ShopController: Controller {
    let interactor: ShopInteractor
    weak var child: SceneRuntime<Shop>?
    /// The function that an action awaits.
    var wait: (@MainActor () async -> Void)?

    init(interactor: ShopInteractor) { self.interactor = interactor }

    func handle(_ action: Shop.Action) async {
        if case .waited = action { await wait?() }
    }
}

@MainActor final class ShopInteractor: Interactor {
    let store: ShopStore
    let worker: ShopWorker
    init(store: ShopStore, worker: ShopWorker) {
        self.store = store
        self.worker = worker
    }
    func perform(_ useCase: Shop.UseCase) async {}
}

@MainActor final class ShopStore: Store {
    let publisher = StatePublisher(Shop.State())
    nonisolated static func mutate(_ state: inout Shop.State, by mutation: Shop.Mutation) {}
}

/// The superclass of the worker.
@MainActor class ShopService {
    var inherited: AnyObject?
}

/// A worker with a field for every way of holding something.
@MainActor final class ShopWorker: ShopService {
    enum Mode {
        case idle
        case serving(who: AnyObject?, since: Int)
    }
    struct Settings {
        var owner: AnyObject?
        weak var guest: AnyObject?
    }

    let outputs = OutputPort<Shop.Output>()
    var kept: AnyObject?
    weak var delegate: AnyObject?
    unowned var unownedObject: AnyObject
    var onFinish: (() -> Void)?
    var mode = Mode.idle
    var settings = Settings()
    var shelf: [String: [AnyObject]] = [:]
    var task: Task<Void, Never>?
    lazy var lazily: AnyObject? = nil
    let locked = Mutex<[ObjectIdentifier: Int]>([:])
    var numbers: [Int] = []
    var texts: [String] = []
    var timeZone: TimeZone?
    var calendar: Calendar?
    /// An object that belongs to the worker.
    var tool: ShopTool? = ShopTool()

    init(unownedObject: AnyObject) { self.unownedObject = unownedObject }
}

/// An object that a worker owns, or that is shared.
final class ShopTool: Sendable {}

extension Shop {
    @MainActor static func assemble(_ worker: ShopWorker? = nil) -> SceneRuntime<Shop> {
        let store = ShopStore()
        let worker = worker ?? ShopWorker(unownedObject: store)
        let interactor = ShopInteractor(store: store, worker: worker)
        return SceneRuntime(controller: ShopController(interactor: interactor), store: store, outputs: worker.outputs)
    }
}

extension SceneRuntime<Shop> {
    /// The controller, found in the same way as by a leak check.
    var shopController: ShopController? {
        Mirror(reflecting: self).children.first { $0.label == "controller" }?.value as? ShopController
    }
}

/// Collects the reports of a test tool.
final class Caught: Sendable {
    private let failures = LockedValue<[TestFailure]>([])

    var sink: TestFailure.Sink { TestFailure.Sink { failure in self.failures.withLock { $0.append(failure) } } }
    var messages: [String] { failures.withLock { $0.map(\.message) } }
    var lines: [UInt] { failures.withLock { $0.map(\.place.line) } }
}
