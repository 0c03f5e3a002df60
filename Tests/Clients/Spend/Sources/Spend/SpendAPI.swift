import CISWorkers
import Foundation

/// The requests that the server understands. A key names a request: the server does a request with a known key only once.
protocol SpendAPI: Sendable {
    @concurrent func expenses() async throws(HTTPError) -> [Expense]
    @concurrent func expense(_ id: Int) async throws(HTTPError) -> Expense
    @concurrent func search(_ text: String) async throws(HTTPError) -> [Expense]
    @concurrent func add(_ draft: Draft, key: String) async throws(HTTPError) -> Expense
    @concurrent func rename(_ id: Int, to title: String) async throws(HTTPError) -> Expense
    @concurrent func replace(_ expense: Expense) async throws(HTTPError) -> Expense
    @concurrent func remove(_ id: Int) async throws(HTTPError) -> Expense
    @concurrent func pay(_ id: Int, key: String) async throws(HTTPError) -> Expense
    @concurrent func signIn(_ user: String, _ password: String) async throws(HTTPError) -> Tokens
}

struct Tokens: Sendable, Codable, Equatable {
    var access: String
    /// Can be used once.
    var refresh: String
}

/// The server over HTTP.
final class HTTPSpendAPI: SpendAPI {
    private let client: HTTPClient

    init(client: HTTPClient) { self.client = client }

    @concurrent func expenses() async throws(HTTPError) -> [Expense] {
        try await client.send(Endpoint(.get, "expenses", decoder: .json([Expense].self)))
    }

    @concurrent func expense(_ id: Int) async throws(HTTPError) -> Expense {
        try await client.send(Endpoint(.get, "expenses/\(id)", decoder: .json(Expense.self)))
    }

    @concurrent func search(_ text: String) async throws(HTTPError) -> [Expense] {
        try await client.send(Endpoint(.get, "expenses", query: ["text": text], decoder: .json([Expense].self)))
    }

    @concurrent func add(_ draft: Draft, key: String) async throws(HTTPError) -> Expense {
        try await client.send(
            Endpoint(
                .post, "expenses", headers: ["Idempotency-Key": key], body: .json(draft),
                decoder: .json(Expense.self)))
    }

    @concurrent func rename(_ id: Int, to title: String) async throws(HTTPError) -> Expense {
        try await client.send(
            Endpoint(.patch, "expenses/\(id)", body: .json(["title": title]), decoder: .json(Expense.self)))
    }

    @concurrent func replace(_ expense: Expense) async throws(HTTPError) -> Expense {
        try await client.send(
            Endpoint(.put, "expenses/\(expense.id)", body: .json(expense), decoder: .json(Expense.self)))
    }

    @concurrent func remove(_ id: Int) async throws(HTTPError) -> Expense {
        try await client.send(Endpoint(.delete, "expenses/\(id)", decoder: .json(Expense.self)))
    }

    @concurrent func pay(_ id: Int, key: String) async throws(HTTPError) -> Expense {
        try await client.send(
            Endpoint(
                .post, "expenses/\(id)/payment", headers: ["Idempotency-Key": key], decoder: .json(Expense.self)))
    }

    @concurrent func signIn(_ user: String, _ password: String) async throws(HTTPError) -> Tokens {
        var endpoint = Endpoint(
            .post, "session", body: .json(["user": user, "password": password]), decoder: .json(Tokens.self))
        endpoint.isAuthorized = false
        return try await client.send(endpoint)
    }
}
