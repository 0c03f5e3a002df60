import CIS
import CISBridge
import TestSupport

/// A scene that uses many features: rows with ids, slow work, policies, children, outputs, calls of the host.
enum Shop: SceneDefinition, Bridged {
    typealias Worker = ShopWorker

    enum Action: Sendable, Decodable {
        case nothing
        case rename(String)
        case add(id: Int, title: String)
        case insertFirst(id: Int, title: String)
        case retitle(index: Int, title: String)
        case remove(id: Int)
        case count(to: Int)
        case note(String)
        case slow
        case slowOnce
        case stop
        case present(String)
        case dismiss
        case flash
        case push(String)
        case popAll
        case tell(String)
        case ask(String)
        /// Asks when the worker's gate is open.
        case askLater(String)
        case watch
        case big(Int64)
    }
    enum Mutation: Sendable {
        case renamed(String), rows([Row]), counted, noted(String), told(String), presented(String?), pushed(String),
            poppedAll
        case big(Int64)
    }
    enum Output: Sendable, Encodable { case said(String) }
    struct Row: Sendable, Codable, Equatable, Identifiable {
        var id: Int
        var title: String
    }
    struct State: SceneState, Codable {
        var name = ""
        var count = 0
        var big: Int64 = 0
        var rows: [Row] = []
        var detail = Presented<String>()
        var pages = SceneStack<String>()
        var domainState = DomainState()
        struct DomainState: Sendable, Codable { var notes: [String] = [] }
    }
    struct Shown: Encodable {
        let name: String
        let count: Int
        let big: Int64
        let rows: [Row]
        let detail: String?
    }

    static func view(of state: State) -> Shown {
        Shown(
            name: state.name, count: state.count, big: state.big, rows: state.rows, detail: state.detail.value)
    }
}

/// The shop's worker, which the test controls.
@MainActor
final class ShopWorker: Sendable {
    let gate = Gate()
    /// Opened when slow work, or a call of the host, has ended.
    let answered = Gate()
    /// Opened when the worker, and therefore everything that held it, was released.
    let gone = Gate()
    let host: HostWorker?
    weak var scene: SceneRuntime<Shop>?
    var handled: [String] = []
    var answers: [String] = []

    init(host: HostWorker? = nil) {
        self.host = host
    }

    deinit {
        gone.open()
    }
}

final class ShopController: Controller {
    let store: any MutationReceiverOf<Shop>
    let worker: ShopWorker

    init(store: any MutationReceiverOf<Shop>, worker: ShopWorker) {
        self.store = store
        self.worker = worker
    }

    func policy(for action: Shop.Action) -> ActionPolicy {
        if case .slowOnce = action { .first } else { .concurrent }
    }

    func handle(_ action: Shop.Action) async {
        worker.handled.append("\(action)")
        let rows = worker.scene?.state.rows ?? []
        switch action {
        case .nothing: break
        case .rename(let name): store.execute(.renamed(name))
        case .add(let id, let title): store.execute(.rows(rows + [Shop.Row(id: id, title: title)]))
        case .insertFirst(let id, let title): store.execute(.rows([Shop.Row(id: id, title: title)] + rows))
        case .retitle(let index, let title):
            var rows = rows
            rows[index].title = title
            store.execute(.rows(rows))
        case .remove(let id): store.execute(.rows(rows.filter { $0.id != id }))
        case .count(let number): for _ in 0..<number { store.execute(.counted) }
        case .note(let note): store.execute(.noted(note))
        case .slow, .slowOnce:
            await worker.gate.pass()
            store.execute(.counted)
            worker.answered.open()
        case .stop: worker.scene?.stop()
        case .present(let name): store.execute(.presented(name))
        case .dismiss: store.execute(.presented(nil))
        case .flash:
            store.execute(.presented("flash"))
            store.execute(.presented(nil))
        case .push(let name): store.execute(.pushed(name))
        case .popAll: store.execute(.poppedAll)
        case .tell(let text): store.execute(.told(text))
        case .ask(let text): await ask(text)
        case .askLater(let text):
            await worker.gate.pass()
            await ask(text)
        case .watch: await watch()
        case .big(let number): store.execute(.big(number))
        }
    }

    private func ask(_ text: String) async {
        defer { worker.answered.open() }
        do {
            let answer: String = try await worker.host?.call("ask", ["text": text]) ?? ""
            worker.answers.append(answer)
            store.execute(.renamed(answer))
        } catch {
            worker.answers.append(error is CancellationError ? "cancelled" : "\(error)")
            store.execute(.renamed("failed"), evenIfCancelled: true)
        }
    }

    private func watch() async {
        guard let host = worker.host else { return }
        do {
            for try await value: Int in host.stream("watch", ["every": 1]) { store.execute(.renamed("\(value)")) }
            worker.answers.append("end")
        } catch {
            worker.answers.append("\(error)")
        }
    }
}

final class ShopStore: SceneStore<Shop>, Store {
    nonisolated static func mutate(_ state: inout Shop.State, by mutation: Shop.Mutation) {
        switch mutation {
        case .renamed(let name), .told(let name): state.name = name
        case .rows(let rows): state.rows = rows
        case .counted: state.count += 1
        case .noted(let note): state.domainState.notes.append(note)
        case .presented(let name?): state.detail.present(name)
        case .presented(nil): state.detail.dismiss()
        case .pushed(let name): state.pages.push(name)
        case .poppedAll: state.pages = SceneStack()
        case .big(let number): state.big = number
        }
    }

    func sideEffects(of mutation: Shop.Mutation, on state: Shop.State) {
        if case .told(let text) = mutation { outputs.send(.said(text)) }
    }
}

extension Shop {
    @MainActor
    static func assemble(_ state: State = State(), worker: ShopWorker) -> SceneRuntime<Shop> {
        let store = ShopStore(state, worker: worker)
        let controller = ShopController(store: store, worker: worker)
        let scene = SceneRuntime<Shop>(controller: controller, store: store, diagnostics: .ignore)
        worker.scene = scene
        scene.present(\.detail) { _, name in
            Detail.assemble(name)
        } onOutput: { shop, output in
            if case .renameShop(let name) = output { shop.execute(.rename(name)) }
        }
        scene.stack(\.pages) { _, page in
            Detail.assemble(page.route)
        } onOutput: { _, _, _ in
        }
        return scene
    }
}
