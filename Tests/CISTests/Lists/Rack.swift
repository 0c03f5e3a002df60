import CIS

/// A scene with a list, each of whose items has a scene of its own; and that of an item.
enum Rack: SceneDefinition {
    typealias Action = RackAction
    typealias UseCase = Never
    typealias Output = String

    struct Mutation: Sendable {
        let change: @Sendable (inout State) -> Void

        static func change(_ change: @escaping @Sendable (inout State) -> Void) -> Mutation { Mutation(change: change) }
    }

    struct Item: Sendable, Codable, Hashable, Identifiable {
        var id: Int
        var title = ""
    }

    struct State: SceneState, Codable, Equatable {
        var rows = SceneList<Item>()
        var favourites = SceneList<Item>()
        var taps = 0
        var notes: [String] = []
        var domainState = DomainState()

        struct DomainState: Sendable, Codable, Equatable {}
    }
}

/// What racks and their rows do: whatever the test says.
struct RackAction: Sendable {
    let body: @MainActor @Sendable () async -> Void

    init(_ body: @escaping @MainActor @Sendable () async -> Void) {
        self.body = body
    }
}

enum Row: SceneDefinition {
    typealias Action = RackAction
    typealias UseCase = Never
    typealias Output = String

    enum Mutation: Sendable { case tapped, note(String) }

    struct State: SceneState, Codable, Equatable {
        var id = 0
        var taps = 0
        var notes: [String] = []
        var domainState = DomainState()

        struct DomainState: Sendable, Codable, Equatable {}
    }
}

@MainActor
final class RackStore: Store {
    let publisher: StatePublisher<Rack.State>

    init(_ state: Rack.State) {
        publisher = StatePublisher(state)
    }

    nonisolated static func mutate(_ state: inout Rack.State, by mutation: Rack.Mutation) {
        mutation.change(&state)
    }
}

@MainActor
final class RowStore: Store {
    let publisher: StatePublisher<Row.State>
    private let witness: Witness

    init(_ state: Row.State, _ witness: Witness) {
        publisher = StatePublisher(state)
        self.witness = witness
    }

    nonisolated static func mutate(_ state: inout Row.State, by mutation: Row.Mutation) {
        switch mutation {
        case .tapped: state.taps += 1
        case .note(let text): state.notes.append(text)
        }
    }
}

@MainActor
final class RackController: Controller {
    func handle(_ action: RackAction) async {
        await action.body()
    }
}

/// Makes racks and rows, and knows what became of them, without keeping any.
@MainActor
final class RackWorld {
    /// The rows that are alive.
    let live = LiveCount()
    let reports = ReportLog()
    /// `made 1` and `stopped 1`, in order.
    let trail = Trail<String>()
    private(set) var made = 0
    private(set) var stopped = 0
    /// The store of the rack that was made last.
    private(set) weak var store: RackStore?
    private var rowStores: [SceneIdentity: WeakRow] = [:]

    private struct WeakRow {
        weak var store: RowStore?
        let watch: ObservationToken
    }

    func assemble(_ state: Rack.State = Rack.State()) -> SceneRuntime<Rack> {
        let store = RackStore(state)
        self.store = store
        let rack = SceneRuntime<Rack>(controller: RackController(), store: store, diagnostics: reports.reporter)
        rack.list(\.rows) { [self] _, item in
            assembleRow(item)
        } onOutput: { [weak store] _, id, output in
            store?.execute(.change { $0.notes.append("\(id) says \(output)") })
        }
        rack.list(\.favourites) { [self] _, item in assembleRow(item) as any SceneNode }
        return rack
    }

    func assemble(_ ids: [Int]) -> SceneRuntime<Rack> {
        assemble(Rack.State(rows: SceneList(ids.map { Rack.Item(id: $0) })))
    }

    func change(_ change: @escaping @Sendable (inout Rack.State) -> Void) {
        store?.execute(.change(change))
    }

    func rowStore(_ row: SceneRuntime<Row>?) -> RowStore? { row.flatMap { rowStores[$0.identity]?.store } }

    private func assembleRow(_ item: Rack.Item) -> SceneRuntime<Row> {
        let outputs = OutputPort<Row.Output>()
        let store = RowStore(Row.State(id: item.id), Witness(live))
        let row = SceneRuntime<Row>(
            controller: RackController(), store: store, outputs: outputs, diagnostics: reports.reporter)
        made += 1
        trail.note("made \(item.id)")
        let watch = row.attach(
            StopWatch { [weak self] in
                self?.stopped += 1
                self?.trail.note("stopped \(item.id)")
            })
        rowStores[row.identity] = WeakRow(store: store, watch: watch)
        return row
    }

    /// Forgets the stores of rows that are gone: for worlds with many.
    func forgetRows() {
        rowStores = rowStores.filter { $0.value.store != nil }
    }
}

extension SceneRuntime where Definition == Rack {
    /// The scenes of the rows, in the order of the list.
    var rows: [SceneRuntime<Row>] { state.rows.compactMap { child(of: \.rows, $0.id) } }
    var rowIDs: [Int] { rows.map(\.state.id) }
}
