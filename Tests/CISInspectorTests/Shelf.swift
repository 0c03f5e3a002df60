import CIS
import CISInspector
import CISTesting

/// A scene that waits for its worker.
enum Shelf: SceneDefinition {
    typealias Worker = any ShelfWorker

    enum Action: Sendable, Codable { case load(Int), borrow(String) }
    enum UseCase: Sendable, Codable { case load(Int), borrow(String) }
    enum Mutation: Sendable, Codable { case loaded([Book]), failed(String), borrowed(Ticket?) }

    struct Book: Sendable, Equatable, Codable { var title: String }
    enum Ticket: Sendable, Equatable, Codable { case short, long }
    enum Failure: Error { case offline(code: Int) }

    struct State: SceneState, Equatable, Codable {
        var books: [Book] = []
        var message = ""
        var ticket: Ticket?
        var domainState = NoDomainState()
        init() {}
        enum CodingKeys: CodingKey { case books, message, ticket }
    }
}

protocol ShelfWorker: AnyObject, Sendable {
    @concurrent func load(shelf: Int) async throws -> [Shelf.Book]
    @concurrent func borrow(_ title: String, days: Int) async -> Shelf.Ticket?
    @MainActor func text(of error: any Error) -> String
    @MainActor func show(_ message: String)
}

final class ShelfController: SceneController<Shelf>, Controller {
    func handle(_ action: Shelf.Action) async {
        switch action {
        case .load(let shelf): await interactor.execute(.load(shelf))
        case .borrow(let title): await interactor.execute(.borrow(title))
        }
    }
}

final class ShelfInteractor: SceneInteractor<Shelf>, Interactor {
    /// Whether the code differs from that which was recorded.
    @TaskLocal static var isChanged = false

    func perform(_ useCase: Shelf.UseCase) async {
        switch useCase {
        case .load(let shelf):
            do {
                let books = try await worker.load(shelf: shelf)
                store.execute(.loaded(books))
            } catch {
                store.execute(Self.isChanged ? .loaded([]) : .failed(worker.text(of: error)))
            }
        case .borrow(let title): store.execute(.borrowed(await worker.borrow(title, days: 3)))
        }
    }
}

final class ShelfStore: SceneStore<Shelf>, Store {
    nonisolated static func mutate(_ state: inout Shelf.State, by mutation: Shelf.Mutation) {
        switch mutation {
        case .loaded(let books): state.books = books
        case .failed(let message): state.message = message
        case .borrowed(let ticket): state.ticket = ticket
        }
    }

    func sideEffects(of mutation: Shelf.Mutation, on state: Shelf.State) {
        if case .failed(let message) = mutation { worker.show(message) }
    }
}

extension Shelf {
    @MainActor static func assemble(
        _ state: State = State(), worker: any ShelfWorker
    ) -> SceneRuntime<Shelf> {
        let store = ShelfStore(state, worker: worker)
        let interactor = ShelfInteractor(store: store, worker: worker)
        return SceneRuntime(controller: ShelfController(interactor: interactor, store: store), store: store)
    }

    /// Records two loads that overlap, of which the later one ends first and the earlier one fails, and what is borrowed.
    @MainActor static func recorded(redacting redaction: Redaction = Redaction()) async -> Recorder {
        let double = ShelfWorkerDouble()
        double.loadStub.always(.wait)
        double.borrowStub.always(.value(.long))
        double.textStub.always(.value("no connection"))
        let scene = assemble(worker: RecordedShelfWorker(double))
        let recorder = Recorder(redacting: redaction)
        recorder.record(scene)
        let loads = [1, 2].map { scene.execute(.load($0)) }
        await double.loadStub.called(times: 2)
        double.loadStub.release(.value([Book(title: "Emma")])) { $0 == 2 }
        await loads[1].value
        double.loadStub.release(.error(Failure.offline(code: 7)))
        await loads[0].value
        await scene.run(.borrow("Emma"))
        return recorder
    }
}

struct ShelfFixture: SceneFixture {
    let worker = ShelfWorkerDouble()
    func assemble(_ state: Shelf.State) -> SceneRuntime<Shelf> { Shelf.assemble(state, worker: worker) }
}

/// As `swift package new-scene Shelf --refresh-doubles` writes it.
final class ShelfWorkerDouble: ShelfWorker {
    let loadStub = ThrowingStub<Int, [Shelf.Book]>()
    let borrowStub = Stub<(title: String, days: Int), Shelf.Ticket?>()
    let textStub = Stub<any Error, String>(otherwise: "")
    let showStub = Stub<String, Void>()

    @concurrent func load(shelf: Int) async throws -> [Shelf.Book] { try await loadStub(shelf) }
    @concurrent func borrow(_ title: String, days: Int) async -> Shelf.Ticket? { await borrowStub((title, days)) }
    @MainActor func text(of error: any Error) -> String { textStub(error) }
    @MainActor func show(_ message: String) { showStub(message) }
}

/// As `swift package new-scene Shelf --recorded-worker CISInspectorTests` writes it.
final class RecordedShelfWorker: ShelfWorker {
    private let worker: any ShelfWorker

    init(_ worker: any ShelfWorker) {
        self.worker = worker
    }

    @MainActor func load(shelf: Int) async throws -> [Shelf.Book] {
        try await Recorder.call("load", of: "ShelfWorker", ["shelf": shelf]) { try await worker.load(shelf: shelf) }
    }
    @MainActor func borrow(_ title: String, days: Int) async -> Shelf.Ticket? {
        await Recorder.call("borrow", of: "ShelfWorker", ["title": title, "days": days]) {
            await worker.borrow(title, days: days)
        }
    }
    @MainActor func text(of error: any Error) -> String {
        Recorder.call("text", of: "ShelfWorker", ["error": error]) { worker.text(of: error) }
    }
    @MainActor func show(_ message: String) {
        Recorder.call("show", of: "ShelfWorker", ["message": message]) { worker.show(message) }
    }
}
