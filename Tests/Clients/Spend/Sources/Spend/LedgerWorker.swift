protocol LedgerWorker: AnyObject, Sendable {
    @concurrent func savedExpenses() async -> [Expense]?
    @concurrent func save(_ expenses: [Expense]) async
    @concurrent func expenses() async throws(Trouble) -> [Expense]
    @concurrent func add(_ draft: Draft) async throws(Trouble) -> Expense
    @concurrent func pay(_ id: Int) async throws(Trouble) -> Expense
    @concurrent func remove(_ id: Int) async throws(Trouble) -> Expense
    @concurrent func restore(_ expense: Expense) async throws(Trouble) -> Expense
}
