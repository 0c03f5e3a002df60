import CIS
import CISTesting
import CISWorkers
import Foundation
import Synchronization

@testable import Spend

/// The app: all scenes with the real service, over a double of the requests and a file in memory.
struct LedgerApp: SceneFixture {
    let server: FakeServer
    let api: APIDouble
    let files = MemoryFiles()
    let tokens = MemoryStore()
    let clock = ManualClock()
    let log = LogLines()
    private let attempts: Int

    /// - Parameters:
    ///   - expenses: What the server has.
    ///   - attempts: How often a request is tried.
    init(_ expenses: [Expense] = .three, attempts: Int = 3) {
        server = FakeServer(expenses)
        api = APIDouble(server)
        self.attempts = attempts
    }

    var file: SnapshotStore<[Expense]> { SnapshotStore(URL(filePath: "/expenses"), files: files) }

    func assemble(_ state: Ledger.State) -> SceneRuntime<Ledger> {
        Ledger.assemble(state, worker: service, clock: clock)
    }

    var service: SpendService {
        // In every run of an exploration, the keys are the same.
        let keys = Mutex(0)
        return SpendService(
            api: api, tokens: tokens, file: file, clock: clock, log: log.worker, attempts: attempts,
            newKey: {
                keys.withLock { number in
                    number += 1
                    return "key-\(number)"
                }
            })
    }
}

/// The app over the wire, as it is shipped: only the transport is fake.
struct WiredLedger: SceneFixture {
    static let feature = "Ledger"
    let server = FakeServer(.three)
    let transport: FakeTransport
    let tokens = MemoryStore()
    let clock = ManualClock()
    let log = LogLines()

    init() { transport = FakeTransport(server) }

    func assemble(_ state: Ledger.State) -> SceneRuntime<Ledger> {
        let client = HTTPClient.spend(
            URL(string: "http://localhost") ?? URL(filePath: "/"), tokens: tokens, transport: transport, clock: clock)
        let file = SnapshotStore<[Expense]>(URL(filePath: "/expenses"), files: MemoryFiles())
        return Ledger.assemble(
            state,
            worker: SpendService(
                api: HTTPSpendAPI(client: client), tokens: tokens, file: file, clock: clock, log: log.worker),
            clock: clock)
    }
}

/// One expense alone.
struct OneDetail: SceneFixture {
    let app = LedgerApp(attempts: 1)
    var server: FakeServer { app.server }
    var api: APIDouble { app.api }

    func assemble(_ state: Detail.State) -> SceneRuntime<Detail> {
        Detail.assemble(state.domainState.id, worker: app.service, clock: app.clock)
    }
}

/// The search alone.
struct OneSearch: SceneFixture {
    let app = LedgerApp(attempts: 1)
    var clock: ManualClock { app.clock }
    var api: APIDouble { app.api }

    func assemble(_ state: Search.State) -> SceneRuntime<Search> {
        Search.assemble(state.text, worker: app.service, clock: app.clock)
    }
}

/// What was logged.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])
    var text: String { lines.withLock { $0.joined(separator: "\n") } }
    var worker: LogWorker {
        LogWorker(
            "spend", from: .debug,
            to: [LogSink { entry in self.lines.withLock { $0.append(entry.text) } }],
            clock: WallClock { Date(timeIntervalSince1970: 0) })
    }
}

extension [Expense] {
    static let three = [
        Expense(id: 1, title: "Tea", cents: 300), Expense(id: 2, title: "Bus", cents: 250, isPaid: true),
        Expense(id: 3, title: "Rent", cents: 70_000),
    ]

    /// In the order of their ids.
    var sorted: [Expense] { sorted { $0.id < $1.id } }
}

extension Ledger.State {
    static let three = with(.three)

    static func with(_ expenses: [Expense]) -> Ledger.State {
        var state = Ledger.State()
        state.domainState.rows.append(contentsOf: expenses)
        return state
    }

    var titles: [String] { domainState.rows.map(\.title) }
    var isSignInShown: Bool { signIn.isPresented }
    /// The rows in the order of their ids.
    var sorted: [Expense] { Array(domainState.rows).sorted }
}
