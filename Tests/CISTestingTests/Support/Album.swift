import CIS

/// A scene like those of an application: pictures are encoded, appended and uploaded.
enum Album: SceneDefinition {
    enum Action: Sendable, Equatable {
        case picked(String)
        case nextTapped
        case typed(String)
        case refreshTapped
        case retryTapped
        case detailsTapped
        case allTapped
        case logged(String)
    }
    enum UseCase: Sendable, Equatable {
        case attach(String)
        case upload
        case search(String)
        case retry
        case encodeAll
    }
    enum Mutation: Sendable, Equatable {
        case attached(String)
        case replaced([String])
        case refused
        case uploaded
        case failed(String)
        case found(String)
        case setDetails(Bool)
    }
    enum Output: Sendable, Equatable { case done(Int) }

    struct State: SceneState, Equatable {
        var thumbnails: [String] = []
        var message = ""
        var isUploaded = false
        var details = Presented<Int>()
        var domainState = DomainState()

        struct DomainState: Sendable, Equatable {
            var pictures: [String] = []
        }

        static func holding(_ count: Int) -> State {
            var state = State()
            state.domainState.pictures = (0..<count).map { "old-\($0)" }
            state.thumbnails = state.domainState.pictures
            return state
        }
    }
}

protocol AlbumWorker: AnyObject, Sendable {
    @MainActor func show(_ message: String)
    @concurrent func encode(_ picture: String) async -> String?
    @concurrent func upload(_ pictures: [String], tag: Int) async throws
    @concurrent func search(_ text: String) async -> String
}

@MainActor final class AlbumController: Controller {
    private let interactor: any Interactor<Album.UseCase>
    private let store: any MutationReceiver<Album.Mutation>

    init(interactor: any Interactor<Album.UseCase>, store: any MutationReceiver<Album.Mutation>) {
        self.interactor = interactor
        self.store = store
    }

    func handle(_ action: Album.Action) async {
        switch action {
        case .picked(let picture): await interactor.execute(.attach(picture))
        case .nextTapped: await interactor.execute(.upload)
        case .typed(let text): await interactor.execute(.search(text))
        case .refreshTapped: store.execute(.failed("refreshed"))
        case .retryTapped: await interactor.execute(.retry)
        case .detailsTapped: store.execute(.setDetails(true))
        case .allTapped: await interactor.execute(.encodeAll)
        case .logged(let text): store.execute(.failed(text))
        }
    }

    func policy(for action: Album.Action) -> ActionPolicy {
        switch action {
        case .typed: .latest.debounced(for: .milliseconds(300))
        case .nextTapped: .first
        default: .concurrent
        }
    }
}

/// How the interactor appends a picture.
enum AlbumStyle: Sendable {
    /// Correct: it reads the list again after the `await`, and appends.
    case careful
    /// Like the published pattern (H2): it writes back the list that it read before the `await`.
    case racy
    /// Checks the list only before the `await`, and appends.
    case hasty
    /// Uses `basedOn:`, and computes again if the mutation was refused.
    case based
}

@MainActor final class AlbumInteractor: Interactor {
    private let store: any DomainStore<Album.State.DomainState, Album.Mutation>
    private let worker: any AlbumWorker
    private let style: AlbumStyle
    private let clock: any Clock<Duration>
    private let outputs: OutputPort<Album.Output>

    init(
        store: any DomainStore<Album.State.DomainState, Album.Mutation>, worker: any AlbumWorker, style: AlbumStyle,
        clock: any Clock<Duration>, outputs: OutputPort<Album.Output>
    ) {
        self.store = store
        self.worker = worker
        self.style = style
        self.clock = clock
        self.outputs = outputs
    }

    func perform(_ useCase: Album.UseCase) async {
        switch useCase {
        case .attach(let picture): await attach(picture)
        case .upload: await upload()
        case .search(let text): store.execute(.found(await worker.search(text)))
        case .retry: await retry()
        case .encodeAll:
            let encoded = await inParallel(store.domainState.pictures) { [worker] in await worker.encode($0) }
            store.execute(.found(encoded.map { $0 ?? "?" }.joined(separator: " ")))
        }
    }

    private func attach(_ picture: String) async {
        if style == .based { return await attachBased(picture) }
        let pictures = store.domainState.pictures
        guard pictures.count < 5 else { return store.execute(.refused) }
        guard let encoded = await worker.encode(picture) else { return store.execute(.failed("unreadable")) }
        switch style {
        case .racy: store.execute(.replaced(pictures + [encoded]))
        case .hasty: store.execute(.attached(encoded))
        case .careful:
            store.execute(store.domainState.pictures.count < 5 ? .attached(encoded) : .refused)
        case .based: break
        }
    }

    private func attachBased(_ picture: String) async {
        var snapshot = store.domainSnapshot
        guard let encoded = await worker.encode(picture) else { return }
        while !store.execute(.replaced(snapshot.value.pictures + [encoded]), basedOn: snapshot.revision) {
            snapshot = store.domainSnapshot
        }
    }

    private func upload() async {
        do {
            try await worker.upload(store.domainState.pictures, tag: 7)
            store.execute(.uploaded)
            outputs.send(.done(store.domainState.pictures.count))
        } catch {
            store.execute(.failed("\(error)"))
        }
    }

    /// Tries three times, a second apart.
    private func retry() async {
        for attempt in 1...3 {
            do {
                try await worker.upload([], tag: attempt)
                return store.execute(.uploaded)
            } catch {
                guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
            }
        }
        store.execute(.failed("gave up"))
    }
}

@MainActor final class AlbumStore: Store {
    let publisher: StatePublisher<Album.State>
    private let worker: any AlbumWorker

    init(_ state: Album.State, worker: any AlbumWorker) {
        publisher = StatePublisher(state)
        self.worker = worker
    }

    nonisolated static func mutate(_ state: inout Album.State, by mutation: Album.Mutation) {
        switch mutation {
        case .attached(let picture): state.domainState.pictures.append(picture)
        case .replaced(let pictures): state.domainState.pictures = pictures
        case .refused: state.message = "five at most"
        case .uploaded: state.isUploaded = true
        case .failed(let text), .found(let text): state.message = text
        case .setDetails(true): state.details.present(state.domainState.pictures.count)
        case .setDetails(false): state.details.dismiss()
        }
        state.thumbnails = state.domainState.pictures
    }

    func sideEffects(of mutation: Album.Mutation, on state: Album.State) {
        if case .refused = mutation { worker.show("five at most") }
    }
}
