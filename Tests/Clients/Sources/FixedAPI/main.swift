// Uses each name and signature of the fixed interface once.

import CIS

final class Phone: UploadReceiptWorker {
    @MainActor func showToast(_ message: String) { print(message) }
    @concurrent func encode(_ image: UploadReceipt.Image) async -> UploadReceipt.EncodedImage? {
        UploadReceipt.EncodedImage(name: image.name)
    }
}

/// The functions that are generic over the definition.
@MainActor
func useFixedAPI<Definition: SceneDefinition>(
    _ scene: SceneRuntime<Definition>, _ action: Definition.Action
) async where Definition.State: Equatable {
    let executed: Task<Void, Never> = scene.execute(action)
    await executed.value
    await scene.run(action)
    let posted: Task<Void, Never> = scene.post(action)
    await posted.value
    let state: Definition.State = scene.state
    let _: Definition.State.DomainState = state.domainState
}

@MainActor
func useParts(
    _ controller: any Controller<UploadReceipt.Action>, _ interactor: any Interactor<UploadReceipt.UseCase>,
    _ store: any Store<UploadReceipt.State, UploadReceipt.Mutation>
) async {
    await controller.handle(.attachTapped)
    let _: ActionPolicy = controller.policy(for: .attachTapped)
    await interactor.execute(.upload)
    await interactor.perform(.upload)
    store.execute(.showSheet)
    store.execute(.showSheet, evenIfCancelled: true)
    store.execute(.showSheet, basedOn: store.domainSnapshot.revision)
    let _: StatePublisher<UploadReceipt.State> = store.publisher
    let _: (UploadReceipt.State, UploadReceipt.State.DomainState) = (store.state, store.domainState)
}

func policies() -> [ActionPolicy] {
    [
        .concurrent, .latest, .first, .serial, .limited(2), .latest.group("a").debounced(for: .milliseconds(1)),
        .first.throttled(for: .milliseconds(1)).timeout(after: .seconds(1)).cancelling("a"),
    ]
}

@MainActor
final class Screen {
    var shown: [Int] = []
}

let scene = UploadReceipt.assemble(worker: Phone())
let screen = Screen()
let output: UploadReceipt.Output.Type = Never.self
scene.observe(\.thumbnails.count, on: screen) { screen, count in screen.shown.append(count) }
scene.observe({ $0.isSheetShown }, on: screen, delivery: .oncePerTurn) { _, _ in }
let tokens: [ObservationToken] = [
    scene.observe(\.isSheetShown) { _ in }, scene.observe({ $0.thumbnails.count }, delivery: .everyChange) { _ in },
    scene.observeEveryCommit(\.thumbnails, onChange: { _ in }), scene.observeEveryCommit({ $0.thumbnails }) { _ in },
]
for name in ["a", "b"] { await scene.execute(.imagePicked(UploadReceipt.Image(name: name))).value }
await useFixedAPI(scene, .attachTapped)
let values: StateValues<Bool> = scene.values(\.isSheetShown)
for await isShown in values where isShown { break }
let store = UploadReceiptStore(UploadReceipt.State(), worker: Phone())
let interactor = UploadReceiptInteractor(store: store, worker: Phone())
await useParts(UploadReceiptController(interactor: interactor, store: store), interactor, store)
var pulse = Pulse("once")
pulse.value = "twice"
for token in tokens { token.cancel() }
print(screen.shown, scene.observed(\.isSheetShown), policies().count, output)
await useSignatures()
guard screen.shown == [0, 1, 2], scene.state.isSheetShown else { fatalError("unexpected") }
scene.stop()
