// All modes compile this file. It contains only the annotations that every mode needs.

import CIS
import Dispatch
import Foundation

enum Upload: SceneDefinition {
    enum Action: Sendable { case picked(String), retryTapped }
    enum UseCase: Sendable { case attach(String) }
    enum Mutation: Sendable, Equatable { case attached(String), failed }
    struct State: SceneState, Equatable {
        var names: [String] = []
        var hasFailed = false
        var last: Entity?
        var domainState = DomainState()
        struct DomainState: Sendable, Equatable { var count = 0 }
    }
    struct Entity: Sendable, Equatable { var name: String }
    enum Output: Sendable { case done(Int) }
}

@MainActor
final class UploadController: Controller {
    private let interactor: any Interactor<Upload.UseCase>
    private let store: any MutationReceiver<Upload.Mutation>

    init(interactor: any Interactor<Upload.UseCase>, store: any MutationReceiver<Upload.Mutation>) {
        self.interactor = interactor
        self.store = store
    }

    func handle(_ action: Upload.Action) async {
        switch action {
        case .picked(let name): await interactor.execute(.attach(name))
        case .retryTapped: store.execute(.failed, evenIfCancelled: true)
        }
    }
}

@MainActor
final class UploadInteractor: Interactor {
    private let store: any DomainStore<Upload.State.DomainState, Upload.Mutation>
    private let worker: any UploadWorker

    init(store: any DomainStore<Upload.State.DomainState, Upload.Mutation>, worker: any UploadWorker) {
        self.store = store
        self.worker = worker
    }

    func perform(_ useCase: Upload.UseCase) async {
        switch useCase {
        case .attach(let name):
            guard store.domainState.count < 5 else { return store.execute(.failed) }
            let encoded = await worker.encode(name)
            store.execute(store.domainState.count < 5 ? .attached(encoded) : .failed)
        }
    }
}

@MainActor
final class UploadStore: Store {
    let publisher: StatePublisher<Upload.State>
    private let worker: any UploadWorker

    init(_ state: Upload.State, worker: any UploadWorker) {
        publisher = StatePublisher(state)
        self.worker = worker
    }

    nonisolated static func mutate(_ state: inout Upload.State, by mutation: Upload.Mutation) {
        switch mutation {
        case .attached(let name):
            state.names.append(name)
            state.last = Upload.Entity(name: name)
            state.domainState.count += 1
        case .failed: state.hasFailed = true
        }
    }

    func sideEffects(of mutation: Upload.Mutation, on state: Upload.State) {
        if case .attached = mutation { worker.tell(state.domainState.count) }
    }
}

protocol UploadWorker: AnyObject, Sendable {
    @MainActor func tell(_ count: Int)
    @concurrent func encode(_ name: String) async -> String
}

final class FileWorker: UploadWorker {
    private let outputs: OutputPort<Upload.Output>

    @MainActor
    init(outputs: OutputPort<Upload.Output>) {
        self.outputs = outputs
    }

    @MainActor
    func tell(_ count: Int) {
        outputs.send(.done(count))
    }

    @concurrent
    func encode(_ name: String) async -> String {
        "\(name) encoded \(isOnMainQueue() ? "on the main thread" : "off the main thread")"
    }
}

// Only the main queue, which serves the main actor, has a value for this key.
nonisolated let mainQueueKey = DispatchSpecificKey<Bool>()
nonisolated func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mainQueueKey) == true }

extension Upload {
    @MainActor static func assemble() -> SceneRuntime<Upload> {
        let outputs = OutputPort<Output>()
        let worker = FileWorker(outputs: outputs)
        let store = UploadStore(State(), worker: worker)
        let interactor = UploadInteractor(store: store, worker: worker)
        return SceneRuntime(
            controller: UploadController(interactor: interactor, store: store), store: store, outputs: outputs)
    }
}

@MainActor
final class Screen {
    var shown: [String] = []
}

@MainActor
final class Parent {
    var counts: [Int] = []
}

@main
struct Client {
    @MainActor
    static func main() async {
        DispatchQueue.main.setSpecific(key: mainQueueKey, value: true)
        let scene = Upload.assemble()
        let screen = Screen()
        let parent = Parent()
        scene.observe(\.names, on: screen) { screen, names in screen.shown = names }
        let token = scene.observe({ $0.names.count }) { _ in }
        scene.outputs?.connect(to: parent) { parent, output in
            if case .done(let count) = output { parent.counts.append(count) }
        }
        await scene.execute(.picked("a.jpg")).value
        await scene.run(.retryTapped)
        await scene.post(.picked("b.jpg")).value
        token.cancel()
        print(screen.shown, parent.counts, scene.state.hasFailed)
        let expected = ["a.jpg encoded off the main thread", "b.jpg encoded off the main thread"]
        let profile = await profileWorks()
        guard screen.shown == expected, parent.counts == [1, 2], scene.state.hasFailed, profile else {
            print("unexpected")
            return exitWithFailure()
        }
    }
}

nonisolated func exitWithFailure() { exit(1) }
