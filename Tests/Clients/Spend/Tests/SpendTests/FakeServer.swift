import CISWorkers
import Foundation
import Synchronization

@testable import Spend

/// A server in memory. Each function does a whole request, as a server does: the answer is what it has at that moment.
final class FakeServer: Sendable {
    private struct Content: Sendable {
        var expenses: [Expense]
        /// What was done under a key.
        var done: [String: Expense] = [:]
        var payments: [Int] = []
        var failures: [HTTPError] = []
        var isSignedIn = true
        var tokens = Tokens(access: "access-1", refresh: "refresh-1")
        var refreshes = 0
    }

    private let content: Mutex<Content>

    init(_ expenses: [Expense]) { content = Mutex(Content(expenses: expenses)) }

    // MARK: What tests read and change

    var expenses: [Expense] { content.withLock { $0.expenses } }
    /// The ids of the expenses that were paid, once per payment.
    var payments: [Int] { content.withLock { $0.payments } }
    var refreshes: Int { content.withLock { $0.refreshes } }
    var tokens: Tokens { content.withLock { $0.tokens } }

    /// Somebody else changes the list, on another device.
    func change(_ body: (inout [Expense]) -> Void) { content.withLock { body(&$0.expenses) } }

    /// The next requests fail, one for each error.
    func fail(with errors: HTTPError...) { content.withLock { $0.failures += errors } }

    /// From now on requests are answered with 401, until somebody signs in.
    func signOut() { content.withLock { $0.isSignedIn = false } }

    /// The access token is too old from now on.
    func expire() { content.withLock { $0.tokens.access = "access-\($0.refreshes + 2)" } }

    /// No token is accepted any more.
    func revoke() { content.withLock { $0.tokens = Tokens(access: "none", refresh: "none") } }

    // MARK: Requests

    func list() throws(HTTPError) -> [Expense] { try request { content throws(HTTPError) in content.expenses } }

    func find(_ id: Int) throws(HTTPError) -> Expense {
        try request { content throws(HTTPError) in content.expenses[try Self.index(of: id, in: content)] }
    }

    func search(_ text: String) throws(HTTPError) -> [Expense] {
        try request { content throws(HTTPError) in
            content.expenses.filter { $0.title.lowercased().contains(text.lowercased()) }
        }
    }

    func add(_ draft: Draft, key: String) throws(HTTPError) -> Expense {
        try request { content throws(HTTPError) in
            if let done = content.done[key] { return done }
            let id = (content.expenses.map(\.id).max() ?? 0) + 1
            let new = Expense(id: id, title: draft.title, cents: draft.cents)
            content.expenses.append(new)
            content.done[key] = new
            return new
        }
    }

    func rename(_ id: Int, to title: String) throws(HTTPError) -> Expense {
        try request { content throws(HTTPError) in
            try Self.update(id, in: &content) { $0.title = title }
        }
    }

    func replace(_ expense: Expense) throws(HTTPError) -> Expense {
        try request { content throws(HTTPError) in
            if let index = content.expenses.firstIndex(where: { $0.id == expense.id }) {
                let version = content.expenses[index].version + 1
                content.expenses[index] = expense
                content.expenses[index].version = version
                return content.expenses[index]
            }
            var new = expense
            new.version += 1
            content.expenses.append(new)
            return new
        }
    }

    func remove(_ id: Int) throws(HTTPError) -> Expense {
        try request { content throws(HTTPError) in
            content.expenses.remove(at: try Self.index(of: id, in: content))
        }
    }

    func pay(_ id: Int, key: String) throws(HTTPError) -> Expense {
        try request { content throws(HTTPError) in
            if let done = content.done[key] { return done }
            let paid = try Self.update(id, in: &content) { $0.isPaid = true }
            content.payments.append(id)
            content.done[key] = paid
            return paid
        }
    }

    func signIn(_ user: String, _ password: String) throws(HTTPError) -> Tokens {
        guard password == "hunter2" else { throw HTTPError(status: 401) }
        return content.withLock { content in
            content.isSignedIn = true
            content.tokens = Tokens(access: "access-of-\(user)", refresh: "refresh-of-\(user)")
            return content.tokens
        }
    }

    /// A token for refreshing can be used once. A second use is answered as a theft.
    func refresh(_ token: String) throws(HTTPError) -> Tokens {
        try content.withLock { content throws(HTTPError) in
            content.refreshes += 1
            guard token == content.tokens.refresh else { throw HTTPError(status: 401) }
            content.tokens.refresh = "refresh-\(content.refreshes + 1)"
            return content.tokens
        }
    }

    private func request<Answer: Sendable>(
        _ body: (inout Content) throws(HTTPError) -> Answer
    ) throws(HTTPError) -> Answer {
        try content.withLock { content throws(HTTPError) in
            if !content.failures.isEmpty { throw content.failures.removeFirst() }
            guard content.isSignedIn else { throw HTTPError(status: 401) }
            return try body(&content)
        }
    }

    private static func index(of id: Int, in content: Content) throws(HTTPError) -> Int {
        guard let index = content.expenses.firstIndex(where: { $0.id == id }) else { throw HTTPError(status: 404) }
        return index
    }

    private static func update(
        _ id: Int, in content: inout Content, _ body: (inout Expense) -> Void
    ) throws(HTTPError) -> Expense {
        let index = try index(of: id, in: content)
        body(&content.expenses[index])
        content.expenses[index].version += 1
        return content.expenses[index]
    }
}
