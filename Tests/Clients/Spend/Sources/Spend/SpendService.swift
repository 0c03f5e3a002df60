import CIS
import CISWorkers
import Foundation
import Synchronization

typealias SpendWorkers = LedgerWorker & ExpenseRowWorker & DetailWorker & SearchWorker & SignInWorker
    & ExpenseFormWorker

/// The workers of all scenes: requests with retries, a cache, and a file.
final class SpendService: SpendWorkers {
    private let api: any SpendAPI
    private let tokens: any KeyValueStore
    private let file: SnapshotStore<[Expense]>
    private let clock: any Clock<Duration>
    private let log: LogWorker
    private let newKey: @Sendable () -> String
    private let retry: RetryPolicy
    private let cache = MemoryCache<Int, Expense>(maximumCount: 100)
    /// The number of writes so far. A value that was read before a write is not kept.
    private let writes = Mutex(0)

    init(
        api: any SpendAPI, tokens: any KeyValueStore, file: SnapshotStore<[Expense]>,
        clock: any Clock<Duration> = ContinuousClock(), log: LogWorker = LogWorker("spend"), attempts: Int = 3,
        newKey: @escaping @Sendable () -> String = { UUID().uuidString }
    ) {
        self.api = api
        self.tokens = tokens
        self.file = file
        self.clock = clock
        self.log = log
        self.newKey = newKey
        retry = RetryPolicy(attempts: attempts, jitter: Jitter(0))
    }

    // MARK: The list

    @concurrent func savedExpenses() async -> [Expense]? {
        do { return try await file.load() } catch {
            log.warning("the expenses could not be loaded: \(error)")
            return nil
        }
    }

    @concurrent func save(_ expenses: [Expense]) async {
        do { try await file.save(expenses) } catch { log.error("the expenses could not be saved: \(error)") }
    }

    @concurrent func expenses() async throws(Trouble) -> [Expense] {
        try await call("list") { () async throws(HTTPError) in try await api.expenses() }
    }

    @concurrent func add(_ draft: Draft) async throws(Trouble) -> Expense {
        let key = newKey()
        return try await call("add") { () async throws(HTTPError) in
            try await api.add(draft, key: PlantedBug.addedTwice.isPlanted ? newKey() : key)
        }
    }

    @concurrent func remove(_ id: Int) async throws(Trouble) -> Expense {
        try await write(id, "remove") { () async throws(HTTPError) in try await api.remove(id) }
    }

    @concurrent func restore(_ expense: Expense) async throws(Trouble) -> Expense {
        try await write(expense.id, "restore") { () async throws(HTTPError) in try await api.replace(expense) }
    }

    // MARK: One expense

    @concurrent func rename(_ expense: Expense, to title: String) async throws(Trouble) -> Expense {
        try await write(expense.id, "rename") { () async throws(HTTPError) in
            if PlantedBug.lostUpdate.isPlanted {
                var whole = expense
                whole.title = title
                return try await api.replace(whole)
            }
            return try await api.rename(expense.id, to: title)
        }
    }

    @concurrent func expense(_ id: Int) async throws(Trouble) -> Expense {
        if let known = cache.value(for: id) { return known }
        let before = writes.withLock { $0 }
        let expense = try await call("expense") { () async throws(HTTPError) in try await api.expense(id) }
        writes.withLock { now in
            if now == before || PlantedBug.cacheRace.isPlanted { cache.insert(expense, for: id) }
        }
        return expense
    }

    @concurrent func pay(_ id: Int) async throws(Trouble) -> Expense {
        // An expense is paid once. So a tap after a payment whose answer never came has the same key.
        let key = PlantedBug.paidTwice.isPlanted ? newKey() : "payment-\(id)"
        return try await write(id, "pay") { () async throws(HTTPError) in try await api.pay(id, key: key) }
    }

    @concurrent func search(_ text: String) async throws(Trouble) -> [Expense] {
        try await call("search") { () async throws(HTTPError) in try await api.search(text) }
    }

    // MARK: Signing in

    @concurrent func signIn(_ user: String, _ password: String) async throws(Trouble) {
        log.info("\(user) signs in with \(secret: password)")
        if PlantedBug.secretInLog.isPlanted { log.debug("signing in as \(user)/\(password)") }
        let new = try await call("sign in") { () async throws(HTTPError) in try await api.signIn(user, password) }
        do { try await tokens.set(new, for: .tokens) } catch {
            log.error("the tokens could not be saved: \(error)")
            throw .refused
        }
    }

    // MARK: Calls

    /// Makes a call that changes an expense. What the cache has of it is old afterwards, also if the answer was lost.
    private func write<Value: Sendable>(
        _ id: Int, _ name: String, _ body: () async throws(HTTPError) -> Value
    ) async throws(Trouble) -> Value {
        defer {
            writes.withLock { count in
                count += 1
                if !PlantedBug.staleCache.isPlanted { _ = cache.remove(id) }
            }
        }
        return try await call(name, body)
    }

    /// Makes a call, up to three times. All calls may be repeated, because those that are not idempotent have a key.
    private func call<Value: Sendable>(
        _ name: String, _ body: () async throws(HTTPError) -> Value
    ) async throws(Trouble) -> Value {
        do throws(HTTPError) {
            let clock: any Clock<Duration> = PlantedBug.systemClock.isPlanted ? ContinuousClock() : clock
            return try await retry.run(on: clock, after: Self.decision, body)
        } catch {
            log.notice("\(name) failed: \(error)")
            throw Self.trouble(error)
        }
    }

    private static func decision(after error: HTTPError) -> RetryPolicy.Decision {
        switch error.code {
        case .notConnected, .connectionLost, .timedOut: .tryAgain
        case .status where PlantedBug.retriedRefusal.isPlanted: .tryAgain
        default: .giveUp
        }
    }

    private static func trouble(_ error: HTTPError) -> Trouble {
        switch error.code {
        case .notConnected, .connectionLost, .timedOut, .cancelled: .offline
        case .status where error.status == 401: .signedOut
        default: .refused
        }
    }
}
