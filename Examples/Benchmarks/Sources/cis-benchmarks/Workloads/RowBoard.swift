import CIS
import Observation

/// A scene with a list, each of whose items has a scene: a ``Tally``.
enum RowBoard: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never

    enum Mutation: Sendable {
        case fill(Int)
        case insert(Int, at: Int)
        case move(Int, to: Int)
        case remove(Int)
        case removeAll
        /// Leaves the list alone.
        case tick
    }

    struct Item: Sendable, Identifiable {
        let id: Int
        var title = "row"
    }

    struct State: SceneState {
        var rows = SceneList<Item>()
        var ticks = 0
        var domainState: Int { 0 }
    }

    /// - Parameter row: Creates the scene of a row. If it is `nil`, the list has no scenes.
    @MainActor
    static func assemble(_ row: ((Item) -> SceneRuntime<Tally>)?) -> (
        scene: SceneRuntime<RowBoard>, store: RowBoardStore
    ) {
        let store = RowBoardStore()
        let scene = SceneRuntime<RowBoard>(controller: IdleController(), store: store)
        if let row {
            scene.list(\.rows) { _, item in
                row(item)
            } onOutput: { _, _, _ in
            }
        }
        return (scene, store)
    }

    /// The numbers of rows, in the order in which they are removed.
    static func removals(_ order: String, _ count: Int) -> [Int] {
        switch order {
        case "oldest": Array(0..<count)
        case "newest": (0..<count).reversed()
        // Every number occurs once, because 7,919 has no common factor with a power of ten. Neighbours are far apart.
        default: (0..<count).map { $0 * 7_919 % count }
        }
    }
}

@MainActor
final class RowBoardStore: Store {
    let publisher = StatePublisher(RowBoard.State())

    nonisolated static func mutate(_ state: inout RowBoard.State, by mutation: RowBoard.Mutation) {
        switch mutation {
        case .fill(let count): for id in 0..<count { state.rows.append(RowBoard.Item(id: id)) }
        case .insert(let id, let offset): state.rows.insert(RowBoard.Item(id: id), at: offset)
        case .move(let id, let offset): state.rows.move(id, to: offset)
        case .remove(let id): state.rows.remove(id)
        case .removeAll: state.rows.removeAll()
        case .tick: state.ticks += 1
        }
    }
}

@MainActor
private final class IdleController: Controller {
    func handle(_ action: Never) async {}
}

/// The baseline for rows: objects in a dictionary, each with an array of observers.
@MainActor
final class PlainRows {
    private(set) var rows: [Int: PlainTally] = [:]

    @inline(never)
    func fill(_ count: Int) {
        for id in 0..<count { rows[id] = PlainTally() }
    }

    @inline(never)
    func remove(_ id: Int) {
        rows[id] = nil
    }
}

/// Rows of the standard library's Observation.
@Observable
@MainActor
final class ObservableRows {
    @Observable
    @MainActor
    final class Row: Identifiable {
        let id: Int
        var count = 0

        init(_ id: Int) {
            self.id = id
        }
    }

    private(set) var rows: [Int: Row] = [:]

    @inline(never)
    func fill(_ count: Int) {
        for id in 0..<count { rows[id] = Row(id) }
    }

    @inline(never)
    func remove(_ id: Int) {
        rows[id] = nil
    }
}

/// The baseline for a list: an array, and closures that receive its changes.
@MainActor
final class PlainList {
    enum Step { case inserted(Int, at: Int), moved(from: Int, to: Int), removed(at: Int) }

    private(set) var rows: [RowBoard.Item] = []
    private var observers: [(Step, [RowBoard.Item]) -> Void] = []

    init(_ count: Int) {
        rows = (0..<count).map { RowBoard.Item(id: $0) }
    }

    func observe(_ observer: @escaping (Step, [RowBoard.Item]) -> Void) {
        observers.append(observer)
    }

    @inline(never)
    func apply(_ step: Step) {
        switch step {
        case .inserted(let id, let offset): rows.insert(RowBoard.Item(id: id), at: offset)
        case .moved(let from, let offset): rows.insert(rows.remove(at: from), at: offset)
        case .removed(let offset): rows.remove(at: offset)
        }
        for observer in observers { observer(step, rows) }
    }
}
