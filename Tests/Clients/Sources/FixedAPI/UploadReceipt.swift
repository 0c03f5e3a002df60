// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The scene of the design document: public, without aliases and base classes, with every associated type inferred. Code
// that was written for the first version of the library must still compile.

public import CIS

public enum UploadReceipt: SceneDefinition {
    public enum Action: Sendable { case attachTapped, imagePicked(Image), nextTapped }
    public enum UseCase: Sendable { case attach(Image), upload }
    public enum Mutation: Sendable { case attached(EncodedImage), attachFailed(AttachError), showSheet, dismissPicker }
    public struct State: SceneState, Equatable {
        public internal(set) var thumbnails: [Thumbnail] = []
        public internal(set) var isSheetShown = false
        public internal(set) var domainState = DomainState()
        public struct DomainState: Sendable, Equatable { var images: [EncodedImage] = [] }
        public init() {}
    }
    public struct Image: Sendable { let name: String }
    public struct EncodedImage: Sendable, Equatable { let name: String }
    public struct Thumbnail: Sendable, Equatable { let name: String }
    public enum AttachError: Sendable { case tooMany, unreadable }
}

@MainActor final class UploadReceiptController: Controller {
    private let interactor: any Interactor<UploadReceipt.UseCase>
    private let store: any MutationReceiver<UploadReceipt.Mutation>

    init(interactor: any Interactor<UploadReceipt.UseCase>, store: any MutationReceiver<UploadReceipt.Mutation>) {
        self.interactor = interactor
        self.store = store
    }

    func handle(_ action: UploadReceipt.Action) async {
        switch action {
        case .attachTapped: store.execute(.showSheet)
        case .imagePicked(let image):
            await interactor.execute(.attach(image))
            store.execute(.dismissPicker, evenIfCancelled: true)
        case .nextTapped: await interactor.execute(.upload)
        }
    }
    func policy(for action: UploadReceipt.Action) -> ActionPolicy {
        if case .nextTapped = action { .first } else { .concurrent }
    }
}

@MainActor final class UploadReceiptInteractor: Interactor {
    private let store: any DomainStore<UploadReceipt.State.DomainState, UploadReceipt.Mutation>
    private let worker: any UploadReceiptWorker

    init(
        store: any DomainStore<UploadReceipt.State.DomainState, UploadReceipt.Mutation>, worker: any UploadReceiptWorker
    ) {
        self.store = store
        self.worker = worker
    }

    func perform(_ useCase: UploadReceipt.UseCase) async {
        switch useCase {
        case .attach(let image):
            guard store.domainState.images.count < 5 else { return store.execute(.attachFailed(.tooMany)) }
            guard let encoded = await worker.encode(image) else { return store.execute(.attachFailed(.unreadable)) }
            store.execute(store.domainState.images.count < 5 ? .attached(encoded) : .attachFailed(.tooMany))
        case .upload:
            let snapshot: DomainSnapshot<UploadReceipt.State.DomainState> = store.domainSnapshot
            let revision: Revision = snapshot.revision
            if snapshot.value.images.isEmpty, !store.execute(.attachFailed(.unreadable), basedOn: revision) { return }
        }
    }
}

@MainActor final class UploadReceiptStore: Store {
    let publisher: StatePublisher<UploadReceipt.State>
    private let worker: any UploadReceiptWorker

    init(_ state: UploadReceipt.State, worker: any UploadReceiptWorker) {
        publisher = StatePublisher(state)
        self.worker = worker
    }

    nonisolated static func mutate(_ state: inout UploadReceipt.State, by mutation: UploadReceipt.Mutation) {
        switch mutation {
        case .attached(let image):
            state.domainState.images.append(image)
            state.thumbnails = state.domainState.images.map { UploadReceipt.Thumbnail(name: $0.name) }
        case .attachFailed: break
        case .showSheet: state.isSheetShown = true
        case .dismissPicker: state.isSheetShown = false
        }
    }
    func sideEffects(of mutation: UploadReceipt.Mutation, on state: UploadReceipt.State) {
        if case .attachFailed(.tooMany) = mutation { worker.showToast("최대 5장까지 첨부할 수 있습니다") }
    }
}

public protocol UploadReceiptWorker: AnyObject, Sendable {
    @MainActor func showToast(_ message: String)
    @concurrent func encode(_ image: UploadReceipt.Image) async -> UploadReceipt.EncodedImage?
}

extension UploadReceipt {
    @MainActor public static func assemble(
        _ state: State = State(), worker: any UploadReceiptWorker
    ) -> SceneRuntime<UploadReceipt> {
        let store = UploadReceiptStore(state, worker: worker)
        let interactor = UploadReceiptInteractor(store: store, worker: worker)
        return SceneRuntime(controller: UploadReceiptController(interactor: interactor, store: store), store: store)
    }
}
