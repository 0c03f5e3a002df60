import CIS

/// A scene with a list, each of whose items has a scene, and the scene of an item.
enum RowList: SceneDefinition {
    typealias Action = RowListAction
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

/// An action of row lists and rows. It runs a closure of the test.
struct RowListAction: Sendable {
    let body: @MainActor @Sendable () async -> Void

    init(_ body: @escaping @MainActor @Sendable () async -> Void) {
        self.body = body
    }
}

enum Row: SceneDefinition {
    typealias Action = RowListAction
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
final class RowListStore: Store {
    let publisher: StatePublisher<RowList.State>

    init(_ state: RowList.State) {
        publisher = StatePublisher(state)
    }

    nonisolated static func mutate(_ state: inout RowList.State, by mutation: RowList.Mutation) {
        mutation.change(&state)
    }
}

@MainActor
final class RowStore: Store {
    let publisher: StatePublisher<Row.State>
    private let probe: LifetimeProbe

    init(_ state: Row.State, _ probe: LifetimeProbe) {
        publisher = StatePublisher(state)
        self.probe = probe
    }

    nonisolated static func mutate(_ state: inout Row.State, by mutation: Row.Mutation) {
        switch mutation {
        case .tapped: state.taps += 1
        case .note(let text): state.notes.append(text)
        }
    }
}

@MainActor
final class RowListController: Controller {
    func handle(_ action: RowListAction) async {
        await action.body()
    }
}

/// Creates row lists and rows, and records what happens to them, without retaining any.
@MainActor
final class RowListFixture {
    /// The rows that are alive.
    let live = LiveCount()
    let reports = ReportLog()
    /// Records `made 1` and `stopped 1`, in order.
    let recorder = Recorder<String>()
    private(set) var made = 0
    private(set) var stopped = 0
    /// The store of the row list that was created last.
    private(set) weak var store: RowListStore?
    private var rowStores: [SceneIdentity: WeakRow] = [:]

    private struct WeakRow {
        weak var store: RowStore?
        let watch: ObservationToken
    }

    func assemble(_ state: RowList.State = RowList.State()) -> SceneRuntime<RowList> {
        let store = RowListStore(state)
        self.store = store
        let rowList = SceneRuntime<RowList>(
            controller: RowListController(), store: store, diagnostics: reports.reporter)
        rowList.list(\.rows) { [self] _, item in
            assembleRow(item)
        } onOutput: { [weak store] _, id, output in
            store?.execute(.change { $0.notes.append("\(id) says \(output)") })
        }
        rowList.list(\.favourites) { [self] _, item in assembleRow(item) as any SceneNode }
        return rowList
    }

    func assemble(_ ids: [Int]) -> SceneRuntime<RowList> {
        assemble(RowList.State(rows: SceneList(ids.map { RowList.Item(id: $0) })))
    }

    func change(_ change: @escaping @Sendable (inout RowList.State) -> Void) {
        store?.execute(.change(change))
    }

    func rowStore(_ row: SceneRuntime<Row>?) -> RowStore? { row.flatMap { rowStores[$0.identity]?.store } }

    private func assembleRow(_ item: RowList.Item) -> SceneRuntime<Row> {
        let outputs = OutputPort<Row.Output>()
        let store = RowStore(Row.State(id: item.id), LifetimeProbe(live))
        let row = SceneRuntime<Row>(
            controller: RowListController(), store: store, outputs: outputs, diagnostics: reports.reporter)
        made += 1
        recorder.note("made \(item.id)")
        let watch = row.attach(
            StopObserver { [weak self] in
                self?.stopped += 1
                self?.recorder.note("stopped \(item.id)")
            })
        rowStores[row.identity] = WeakRow(store: store, watch: watch)
        return row
    }

    /// Removes the entries of released rows. Used if there are many.
    func forgetRows() {
        rowStores = rowStores.filter { $0.value.store != nil }
    }
}

extension SceneRuntime where Definition == RowList {
    /// The scenes of the rows, in the order of the list.
    var rows: [SceneRuntime<Row>] { state.rows.compactMap { child(of: \.rows, $0.id) } }
    var rowIDs: [Int] { rows.map(\.state.id) }
}
