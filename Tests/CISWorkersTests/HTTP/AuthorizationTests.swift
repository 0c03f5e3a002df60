import CIS
import CISWorkers
import Foundation
import TestSupport
import Testing

@Suite struct `Authorization of requests` {
    /// Stores tokens, and records refreshes.
    private final class Tokens: Sendable {
        struct State: Sendable {
            var current: String?
            var refreshes = 0
            var cancelledRefreshes = 0
        }
        let state: LockedValue<State>
        let gate = Gate()

        init(_ token: String?) { state = LockedValue(State(current: token)) }

        var refreshes: Int { state.withLock { $0.refreshes } }
        var cancelledRefreshes: Int { state.withLock { $0.cancelledRefreshes } }

        var authorization: RefreshingAuthorization {
            RefreshingAuthorization { [self] () async throws(HTTPError) in
                state.withLock { $0.current }
            } refresh: { [self] _ async throws(HTTPError) in
                await gate.pass()
                return state.withLock { state in
                    state.refreshes += 1
                    state.cancelledRefreshes += Task.isCancelled ? 1 : 0
                    state.current = "new\(state.refreshes)"
                    return state.current ?? ""
                }
            }
        }
    }

    private static func server() throws -> LoopbackServer {
        try LoopbackServer { request in
            request.headers["authorization"]?.hasPrefix("Bearer new") == true
                ? .status(200, body: "in") : .status(401, ["WWW-Authenticate": "Bearer"])
        }
    }

    @Test func `name and password`() async throws {
        let server = try LoopbackServer(.status(200))
        let client = Carrier.usual.client(server, authorization: BasicAuthorization(user: "김", password: "a:b"))
        _ = try await client.send(.page)
        #expect(server.requests.first?.headers["authorization"] == "Basic " + Data("김:a:b".utf8).base64EncodedString())
    }

    @Test func `without a token the request has no header`() async throws {
        let server = try LoopbackServer(.status(200))
        let none = BearerAuthorization { () async throws(HTTPError) in nil }
        _ = try await Carrier.usual.client(server, authorization: none).send(.page)
        #expect(server.requests.first?.headers["authorization"] == nil)
    }

    @Test func `an endpoint can opt out of authorization`() async throws {
        let server = try LoopbackServer(.status(200))
        var endpoint = Endpoint.page
        endpoint.isAuthorized = false
        let tokens = Tokens("new")
        _ = try await Carrier.usual.client(server, authorization: tokens.authorization).send(endpoint)
        #expect(server.requests.first?.headers["authorization"] == nil)
    }

    @Test func `a complete URL is sent without authorization`() async throws {
        let server = try LoopbackServer(.status(200))
        let client = Carrier.usual.client(server, authorization: Tokens("new").authorization)
        try await client.send(Endpoint(.get, url: server.url, decoder: .none))
        #expect(server.requests.first?.headers["authorization"] == nil)
    }

    @Test(arguments: Carrier.allCases)
    func `401 then 200: the token is refreshed once, and the request sent once more`(carrier: Carrier) async throws {
        let server = try Self.server()
        let tokens = Tokens("old")
        tokens.gate.open()
        let client = carrier.client(server, authorization: tokens.authorization)
        #expect(try await client.send(.page) == "in")
        #expect(server.requests.map { $0.headers["authorization"] } == ["Bearer old", "Bearer new1"])
    }

    @Test func `401 twice is an error, not another refresh`() async throws {
        let server = try LoopbackServer(.status(401))
        let tokens = Tokens("old")
        tokens.gate.open()
        let client = Carrier.usual.client(server, authorization: tokens.authorization)
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.status == 401)
        #expect(tokens.refreshes == 1)
        #expect(server.requests.count == 2)
    }

    @Test func `a 401 from another server after a redirect does not refresh the token`() async throws {
        let other = try LoopbackServer(.status(401))
        let server = try LoopbackServer(.redirect(307, to: "\(other.url)/page"))
        let tokens = Tokens("old")
        tokens.gate.open()
        let client = Carrier.usual.client(server, authorization: tokens.authorization)
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.status == 401)
        #expect(tokens.refreshes == 0)
        #expect(other.requests.map { $0.headers["authorization"] } == [nil])
    }

    @Test func `requests that are rejected at the same time share one refresh`() async throws {
        let server = try Self.server()
        let tokens = Tokens("old")
        let client = Carrier.usual.client(server, authorization: tokens.authorization)
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 1...50 { group.addTask { try await client.send(.page) } }
            await tokens.gate.reached()
            tokens.gate.open()
            for try await text in group { #expect(text == "in") }
        }
        #expect(tokens.refreshes == 1)
    }

    @Test func `a cancelled request does not cancel the refresh of the others`() async throws {
        let server = try Self.server()
        let tokens = Tokens("old")
        let client = Carrier.usual.client(server, authorization: tokens.authorization)
        let first = Task { await failure { () async throws(HTTPError) in try await client.send(.page) } }
        await tokens.gate.reached()
        let second = Task { try await client.send(.page) }
        await server.received(2)
        first.cancel()
        #expect(await first.value?.code == .cancelled)
        tokens.gate.open()
        #expect(try await second.value == "in")
    }

    /// A server with one-time refresh tokens has replaced the token when it answers.
    @Test func `a refresh that was begun runs to its end, also if nobody waits for it any more`() async throws {
        let server = try Self.server()
        let tokens = Tokens("old")
        let client = Carrier.usual.client(server, authorization: tokens.authorization)
        let first = Task { await failure { () async throws(HTTPError) in try await client.send(.page) } }
        await tokens.gate.reached()
        first.cancel()
        #expect(await first.value?.code == .cancelled)
        // The next request waits for the same refresh, and does not begin another one.
        let second = Task { try await client.send(.page) }
        await server.received(2)
        tokens.gate.open()
        #expect(try await second.value == "in")
        #expect(tokens.refreshes == 1)
        #expect(tokens.cancelledRefreshes == 0)
    }

    @Test func `the error of a failed refresh is the error of the request`() async throws {
        let server = try Self.server()
        let authorization = RefreshingAuthorization { () async throws(HTTPError) in
            "old"
        } refresh: { _ async throws(HTTPError) in
            throw HTTPError(status: 403)
        }
        let client = Carrier.usual.client(server, authorization: authorization)
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.status == 403)
    }

    @Test func `a token that was replaced in the meantime is used without another refresh`() async throws {
        let tokens = Tokens("new0")
        #expect(try await tokens.authorization.renew(rejected: "Bearer old"))
        #expect(tokens.refreshes == 0)
    }
}
