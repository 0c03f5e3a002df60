import CIS
import CISBridge
import Foundation

/// A scene for a host in another language: ten fields, and rows with ids.
enum BridgedTable: SceneDefinition, Bridged {
    enum Action: Sendable, Codable {
        case nothing
        case retitle(Int)
        case touch(row: Int)
    }
    enum Mutation: Sendable { case retitled(Int), touched(Int) }
    struct Row: Sendable, Codable, Equatable, Identifiable {
        var id: Int
        var title = "a row of a list"
        var touches = 0
    }
    struct State: SceneState, Codable {
        var title = 0
        var first = "first", second = "second", third = "third", fourth = 4, fifth = 5.5
        var sixth = true, seventh = [7], eighth: String?
        var rows: [Row] = []
    }

    @MainActor
    static func assemble(rows: Int) -> SceneRuntime<BridgedTable> { parts(rows: rows).scene }

    @MainActor
    static func parts(rows: Int) -> (scene: SceneRuntime<BridgedTable>, store: BridgedTableStore) {
        let store = BridgedTableStore(State(rows: (0..<rows).map { Row(id: $0) }), worker: ())
        return (SceneRuntime<BridgedTable>(controller: BridgedTableController(store: store), store: store), store)
    }
}

final class BridgedTableController: SceneController<BridgedTable>, Controller {
    func handle(_ action: BridgedTable.Action) async {
        switch action {
        case .nothing: break
        case .retitle(let title): store.execute(.retitled(title))
        case .touch(let row): store.execute(.touched(row))
        }
    }
}

final class BridgedTableStore: SceneStore<BridgedTable>, Store {
    nonisolated static func mutate(_ state: inout BridgedTable.State, by mutation: BridgedTable.Mutation) {
        switch mutation {
        case .retitled(let title): state.title = title
        case .touched(let row): state.rows[row].touches += 1
        }
    }
}

/// A host in the same process: bytes in, bytes out.
@MainActor
final class TableHost {
    private let app: BridgedApp
    private let session: BridgeSession
    private var number = 0
    private var revision = 0
    private(set) var bytes = 0

    /// An app that opens this scene as `rows`.
    static func app(rows: Int) -> BridgedApp {
        BridgedApp { BridgedScene("rows") { BridgedTable.assemble(rows: rows) } }
    }

    convenience init(rows: Int) async { await self.init(Self.app(rows: rows), scenes: 1) }

    convenience init(_ app: BridgedApp, scenes: Int) async {
        self.init(app)
        await begin(scenes: scenes)
    }

    init(_ app: BridgedApp) {
        self.app = app
        session = app.session()
    }

    func begin(scenes: Int) async {
        send(#"{"type":"hello","v":[1,1]}"#)
        for scene in 1...scenes {
            send("{\"type\":\"open\",\"ref\":\(scene),\"scene\":\"rows\"}")
            await wait(for: "opened")
        }
    }

    /// Executes an action, and waits for its `done`.
    func act(_ action: String, changes: Bool) async {
        number += 1
        send("{\"type\":\"act\",\"ref\":\(number + 1),\"scene\":1,\"n\":\(number),\"action\":\(action)}")
        await wait(for: "done")
        guard changes else { return }
        revision += 1
        send("{\"type\":\"ack\",\"scene\":1,\"rev\":\(revision)}")
    }

    /// Ends the session.
    func leave() async {
        send(#"{"type":"bye"}"#)
        await wait(for: "nothing more")
    }

    func send(_ text: String) { session.send(text.utf8) }

    func wait(for type: String) async {
        let start = Array("{\"type\":\"\(type)\"".utf8)
        while let message = await session.messages.next() {
            bytes += message.count
            if message.starts(with: start) { return }
        }
    }
}
