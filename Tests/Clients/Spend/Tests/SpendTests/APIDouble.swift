import CISTesting
import CISWorkers

@testable import Spend

/// The double of the server's requests. It computes its answers from a fake server.
final class APIDouble: SpendAPI {
    typealias Call<Arguments: Sendable, Answer: Sendable> = StubbedCall<Arguments, Answer, HTTPError>

    let listing: Call<Void, [Expense]>
    let loading: Call<Int, Expense>
    let searching: Call<String, [Expense]>
    let adding: Call<(draft: Draft, key: String), Expense>
    let renaming: Call<(id: Int, title: String), Expense>
    let replacing: Call<Expense, Expense>
    let removing: Call<Int, Expense>
    let paying: Call<(id: Int, key: String), Expense>
    let signingIn: Call<(user: String, password: String), Tokens>

    init(_ server: FakeServer) {
        listing = Self.call { _ throws(HTTPError) in try server.list() }
        loading = Self.call { id throws(HTTPError) in try server.find(id) }
        searching = Self.call { text throws(HTTPError) in try server.search(text) }
        adding = Self.call { request throws(HTTPError) in try server.add(request.draft, key: request.key) }
        renaming = Self.call { request throws(HTTPError) in try server.rename(request.id, to: request.title) }
        replacing = Self.call { expense throws(HTTPError) in try server.replace(expense) }
        removing = Self.call { id throws(HTTPError) in try server.remove(id) }
        paying = Self.call { request throws(HTTPError) in try server.pay(request.id, key: request.key) }
        signingIn = Self.call { request throws(HTTPError) in try server.signIn(request.user, request.password) }
    }

    private static func call<Arguments, Answer>(
        _ body: @escaping @Sendable (Arguments) throws(HTTPError) -> Answer
    ) -> Call<Arguments, Answer> {
        Call(.compute(body), failing: HTTPError(.connectionLost), cancelled: HTTPError(.cancelled))
    }

    @concurrent func expenses() async throws(HTTPError) -> [Expense] { try await listing() }
    @concurrent func expense(_ id: Int) async throws(HTTPError) -> Expense { try await loading(id) }
    @concurrent func search(_ text: String) async throws(HTTPError) -> [Expense] { try await searching(text) }
    @concurrent func add(_ draft: Draft, key: String) async throws(HTTPError) -> Expense {
        try await adding((draft, key))
    }
    @concurrent func rename(_ id: Int, to title: String) async throws(HTTPError) -> Expense {
        try await renaming((id, title))
    }
    @concurrent func replace(_ expense: Expense) async throws(HTTPError) -> Expense { try await replacing(expense) }
    @concurrent func remove(_ id: Int) async throws(HTTPError) -> Expense { try await removing(id) }
    @concurrent func pay(_ id: Int, key: String) async throws(HTTPError) -> Expense { try await paying((id, key)) }
    @concurrent func signIn(_ user: String, _ password: String) async throws(HTTPError) -> Tokens {
        try await signingIn((user, password))
    }
}
