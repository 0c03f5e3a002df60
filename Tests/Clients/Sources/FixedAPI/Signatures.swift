// The fixed interface, line by line: a type that conforms to each protocol with nothing but its fixed requirements, and a
// generic use of each function with its fixed types.

import CIS

struct FixedState: SceneState {
    struct DomainState: Sendable { var count = 0 }
    var domainState = DomainState()
    var thumbnails: [String] = []
    var isShown = false
}

enum FixedScene: SceneDefinition {
    typealias Action = Int
    typealias UseCase = String
    typealias Mutation = Bool
    typealias State = FixedState
}

@MainActor final class FixedController: Controller {
    func handle(_ action: Int) async {}
}

@MainActor final class FixedInteractor: Interactor {
    func perform(_ useCase: String) async {}
}

@MainActor final class FixedReceiver: MutationReceiver {
    private(set) var executed: [Bool] = []
    func execute(_ mutation: Bool) { executed.append(mutation) }
    func execute(_ mutation: Bool, evenIfCancelled: Bool) { executed.append(mutation) }
}

@MainActor final class FixedDomainStore: DomainStore {
    private(set) var executed: [Bool] = []
    var domainState: FixedState.DomainState { FixedState.DomainState(count: executed.count) }
    var domainSnapshot: DomainSnapshot<FixedState.DomainState> {
        DomainSnapshot(value: domainState, revision: Revision(UInt64(executed.count)))
    }
    func execute(_ mutation: Bool) { executed.append(mutation) }
    func execute(_ mutation: Bool, evenIfCancelled: Bool) { executed.append(mutation) }
    func execute(_ mutation: Bool, basedOn revision: Revision) -> Bool {
        guard revision == domainSnapshot.revision else { return false }
        executed.append(mutation)
        return true
    }
}

@MainActor final class FixedStore: Store {
    let publisher = StatePublisher(FixedState())
    nonisolated static func mutate(_ state: inout FixedState, by mutation: Bool) { state.isShown = mutation }
}

@MainActor
func makeScene<
    Definition: SceneDefinition, C: Controller<Definition.Action>, S: Store<Definition.State, Definition.Mutation>
>(
    _ definition: Definition.Type, controller: C, store: S
) -> SceneRuntime<Definition> {
    let publisher: StatePublisher<Definition.State> = StatePublisher(store.state)
    _ = publisher
    return SceneRuntime(controller: controller, store: store)
}

@MainActor
func observe<Definition: SceneDefinition, Value: Equatable & Sendable, Other, Owner: AnyObject>(
    _ scene: SceneRuntime<Definition>, _ path: KeyPath<Definition.State, Value>,
    _ selector: @escaping (borrowing Definition.State) -> Value, _ other: KeyPath<Definition.State, Other>,
    on owner: Owner
) -> [ObservationToken] {
    let _: Value = scene.observed(path)
    let _: Other = scene.observed(other)
    scene.observe(path, on: owner) { (_: Owner, _: Value) in }
    scene.observe(selector, on: owner, delivery: .everyChange, onChange: { (_: Owner, _: Value) in })
    let _: StateValues<Value> = scene.values(path)
    return [
        scene.observe(path) { (_: Value) in }, scene.observe(path, delivery: .oncePerTurn, onChange: { (_: Value) in }),
        scene.observe(selector) { (_: Value) in },
        scene.observeEveryCommit(other) { (_: Other) in }, scene.observeEveryCommit(selector) { (_: Value) in },
    ]
}

/// From any thread, and without waiting.
nonisolated func post<Definition: SceneDefinition>(_ action: Definition.Action, to scene: SceneRuntime<Definition>) {
    scene.post(action)
}

@MainActor
func useSignatures() async {
    let store = FixedStore()
    let scene = makeScene(FixedScene.self, controller: FixedController(), store: store)
    let tokens = observe(scene, \.isShown, { $0.thumbnails.count == 1 }, \.domainState, on: store)
    scene.execute(1)
    post(2, to: scene)
    let interactor: any Interactor<String> = FixedInteractor()
    await interactor.execute("once")
    let receiver: any MutationReceiver<Bool> = FixedReceiver()
    receiver.execute(true)
    receiver.execute(true, evenIfCancelled: true)
    let domain: any DomainStore<FixedState.DomainState, Bool> = FixedDomainStore()
    let revision = domain.domainSnapshot.revision
    domain.execute(true, basedOn: revision)
    guard domain.domainState.count == 1, !domain.execute(true, basedOn: revision) else { fatalError("unexpected") }
    guard (receiver as? FixedReceiver)?.executed == [true, true] else { fatalError("unexpected") }
    for token in tokens { token.cancel() }
    scene.stop()
}
