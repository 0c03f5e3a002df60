import CIS
import CISWorkers
import Foundation
import TestSupport
import Testing

@Suite struct `Cancelled requests` {
    @Test(arguments: Carrier.allCases, [Reply.silence, .slowHeaders, .stalledBody])
    func `cancelling the caller closes the connection`(carrier: Carrier, reply: Reply) async throws {
        let server = try LoopbackServer(reply)
        let client = carrier.client(server)
        let task = Task { await failure { () async throws(HTTPError) in try await client.send(.page) } }
        await server.received(1)
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        await server.hungUp(1)
    }

    @Test(arguments: Carrier.allCases)
    func `a request that is cancelled before it begins is not sent`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.status(200))
        let client = carrier.client(server)
        let gate = Gate()
        let task = Task {
            await gate.pass()
            return await failure { () async throws(HTTPError) in try await client.send(.page) }
        }
        task.cancel()
        gate.open()
        #expect(await task.value?.code == .cancelled)
        #expect(server.requests.isEmpty)
    }

    @Test func `any error in a cancelled task is a cancellation`() async {
        let gate = Gate()
        let transport = StubTransport { _, _ async throws(HTTPError) in
            await gate.pass()
            throw HTTPError(.connectionLost)
        }
        let client = HTTPClient(
            HTTPConfiguration(baseURL: URL("https://h")), transport: transport, clock: TestClock())
        let task = Task { await failure { () async throws(HTTPError) in try await client.send(.page) } }
        await gate.reached()
        task.cancel()
        gate.open()
        #expect(await task.value?.isCancelled == true)
    }

    @Test func `a request that was not cancelled by its caller is not a cancellation`() async {
        let transport = StubTransport { _, _ async throws(HTTPError) in throw HTTPError(.cancelled) }
        let client = HTTPClient(
            HTTPConfiguration(baseURL: URL("https://h")), transport: transport, clock: TestClock())
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.code == .connectionLost)
    }

    /// End to end: a newer search cancels the action of the older one, whose error the interactor would show.
    @MainActor
    @Test func `a cancelled search shows no alert`() async throws {
        let server = try LoopbackServer { request in
            request.target.contains("old") ? .silence : .status(200, body: "found")
        }
        let scene = Search.assemble(Carrier.usual.client(server))
        let old = scene.execute(.search("old"))
        await server.received(1)
        let new = scene.execute(.search("new"))
        await old.value
        await new.value
        #expect(scene.state.shown == ["found"])
    }

    @MainActor
    @Test func `an error of a search that was not cancelled is shown`() async throws {
        let server = try LoopbackServer(.status(500))
        let scene = Search.assemble(Carrier.usual.client(server))
        await scene.execute(.search("x")).value
        #expect(scene.state.shown == ["status"])
    }
}

/// A scene that shows every error.
private enum Search: SceneDefinition {
    enum Action: Sendable { case search(String) }
    enum UseCase: Sendable { case search(String) }
    enum Mutation: Sendable { case show(String) }
    struct State: SceneState {
        var shown: [String] = []
        var domainState = DomainState()
        struct DomainState: Sendable {}
    }

    @MainActor static func assemble(_ client: HTTPClient) -> SceneRuntime<Search> {
        let store = SearchStore()
        return SceneRuntime(controller: SearchController(SearchInteractor(store, client)), store: store)
    }
}

@MainActor private final class SearchController: Controller {
    private let interactor: any Interactor<Search.UseCase>
    init(_ interactor: any Interactor<Search.UseCase>) { self.interactor = interactor }

    func handle(_ action: Search.Action) async {
        switch action {
        case .search(let text): await interactor.execute(.search(text))
        }
    }

    func policy(for action: Search.Action) -> ActionPolicy { .latest }
}

@MainActor private final class SearchInteractor: Interactor {
    private let store: any DomainStore<Search.State.DomainState, Search.Mutation>
    private let client: HTTPClient

    init(_ store: any DomainStore<Search.State.DomainState, Search.Mutation>, _ client: HTTPClient) {
        self.store = store
        self.client = client
    }

    func perform(_ useCase: Search.UseCase) async {
        guard case .search(let text) = useCase else { return }
        do throws(HTTPError) {
            store.execute(.show(try await client.send(Endpoint(.get, "s", query: ["q": text], decoder: .text))))
        } catch {
            store.execute(.show("\(error.code)"))
        }
    }
}

@MainActor private final class SearchStore: Store {
    let publisher = StatePublisher(Search.State())

    nonisolated static func mutate(_ state: inout Search.State, by mutation: Search.Mutation) {
        guard case .show(let text) = mutation else { return }
        state.shown.append(text)
    }
}
