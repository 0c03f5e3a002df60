import CIS
import CISTesting
import CISWorkers
import Foundation

/// A scene that shows a title, which the user can change. Its worker is an `HTTPClient` over a double of the transport.
enum Titles: SceneDefinition {
    enum Action: Sendable { case refreshTapped, renamed(String), sent }
    enum UseCase: Sendable { case refresh, rename(String), send }
    enum Mutation: Sendable, Equatable { case shown(String), renamed(String), failed(Int?), progressed(Double?) }
    typealias Output = Never

    struct State: SceneState, Equatable {
        var title = ""
        var failures: [Int?] = []
        var progress: [Double?] = []
        var domainState = DomainState()
        struct DomainState: Sendable, Equatable { var renames = 0 }
    }
}

@MainActor final class TitlesController: Controller {
    private let interactor: any Interactor<Titles.UseCase>
    init(_ interactor: any Interactor<Titles.UseCase>) { self.interactor = interactor }

    func handle(_ action: Titles.Action) async {
        switch action {
        case .refreshTapped: await interactor.execute(.refresh)
        case .renamed(let title): await interactor.execute(.rename(title))
        case .sent: await interactor.execute(.send)
        }
    }
    func policy(for action: Titles.Action) -> ActionPolicy { .concurrent }
}

@MainActor final class TitlesInteractor: Interactor {
    private let store: any DomainStore<Titles.State.DomainState, Titles.Mutation>
    private let client: HTTPClient
    private let showsOldTitles: Bool

    init(
        _ store: any DomainStore<Titles.State.DomainState, Titles.Mutation>, _ client: HTTPClient, showsOldTitles: Bool
    ) {
        (self.store, self.client, self.showsOldTitles) = (store, client, showsOldTitles)
    }

    func perform(_ useCase: Titles.UseCase) async {
        do throws(HTTPError) {
            switch useCase {
            case .refresh:
                let before = store.domainState.renames
                let title = try await client.send(.title)
                if showsOldTitles || store.domainState.renames == before { store.execute(.shown(title)) }
            case .rename(let title): store.execute(.renamed(try await client.send(.rename(title))))
            case .send:
                for try await event in client.transfer(.title) {
                    switch event {
                    case .progress(let progress): store.execute(.progressed(progress.fractionReceived))
                    case .finished(let title): store.execute(.shown(title))
                    }
                }
            }
        } catch {
            store.execute(.failed(error.status), evenIfCancelled: true)
        }
    }
}

@MainActor final class TitlesStore: Store {
    let publisher: StatePublisher<Titles.State>
    init(_ state: Titles.State) { publisher = StatePublisher(state) }

    nonisolated static func mutate(_ state: inout Titles.State, by mutation: Titles.Mutation) {
        switch mutation {
        case .shown(let title): state.title = title
        case .renamed(let title):
            state.title = title
            state.domainState.renames += 1
        case .failed(let status): state.failures.append(status)
        case .progressed(let fraction): state.progress.append(fraction)
        }
    }
}

extension Endpoint where Response == String {
    static var title: Endpoint { Endpoint(.get, "title", decoder: .text) }
    static func rename(_ title: String) -> Endpoint { Endpoint(.put, "title/\(title)", decoder: .text) }
}

/// A server with one title, and tokens. A token for renewing can be used once.
final class TitleServer: Sendable {
    struct Content: Sendable {
        var title = "old"
        var renewals = 0
        /// The token that is accepted. `nil` accepts every request.
        var access: String?
        var renewal = "r0"
    }

    let content = LockedValue(Content())

    func answer(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        let path = request.url.path().split(separator: "/").map(String.init)
        return content.withLock { content in
            if path[0] == "renewal" {
                content.renewals += 1
                guard path[1] == content.renewal else { return HTTPResponse(status: 400) }
                content.renewal = "r\(content.renewals)"
                content.access = "a\(content.renewals)"
                return HTTPResponse(text: "a\(content.renewals) \(content.renewal)")
            }
            if let access = content.access, request.headers["Authorization"] != "Bearer \(access)" {
                return HTTPResponse(status: 401)
            }
            if path.count > 1 { content.title = path[1] }
            return HTTPResponse(text: content.title)
        }
    }
}

struct TitlesFixture: SceneFixture {
    /// Passes requests to the server.
    final class Transport: HTTPTransport {
        let sending: StubbedCall<HTTPRequest, HTTPResponse, HTTPError>
        let report = LockedValue<(@Sendable (HTTPProgress) -> Void)?>(nil)

        init(_ server: TitleServer) {
            sending = StubbedCall(
                .compute { request throws(HTTPError) in try server.answer(request) },
                failing: HTTPError(.connectionLost), cancelled: HTTPError(.cancelled))
        }

        @concurrent func send(
            _ request: HTTPRequest, onProgress: @escaping @Sendable (HTTPProgress) -> Void
        ) async throws(HTTPError) -> HTTPResponse {
            report.withLock { $0 = onProgress }
            return try await sending(request)
        }
    }

    /// The tokens of the app.
    final class Tokens: Sendable {
        let current = LockedValue((access: "a0", renewal: "r0"))
    }

    enum Renewal { case none, shared, byEachRequest }

    let server = TitleServer()
    let tokens = Tokens()
    let clock = ManualClock()
    let transport: Transport
    var configuration = HTTPConfiguration(baseURL: URL("http://localhost"))
    var showsOldTitles = false
    var usesSystemClock = false
    var renewal = Renewal.none

    init() { transport = Transport(server) }

    func with(_ body: (inout TitlesFixture) -> Void) -> TitlesFixture {
        var copy = self
        body(&copy)
        return copy
    }

    func assemble(_ state: Titles.State) -> SceneRuntime<Titles> {
        let store = TitlesStore(state)
        let client = HTTPClient(
            configuration, authorization: authorization, transport: transport,
            clock: usesSystemClock ? ContinuousClock() : clock)
        let interactor = TitlesInteractor(store, client, showsOldTitles: showsOldTitles)
        return SceneRuntime(controller: TitlesController(interactor), store: store, clock: clock)
    }

    private var authorization: (any HTTPAuthorization)? {
        if renewal == .none { return nil }
        server.content.withLock { $0.access = "a1" }
        let plain = HTTPClient(configuration, transport: transport, clock: clock)
        let tokens = tokens.current
        let load: @Sendable () async throws(HTTPError) -> String? = { () throws(HTTPError) in
            tokens.withLock { $0.access }
        }
        let renew: @Sendable (String?) async throws(HTTPError) -> String = { _ async throws(HTTPError) in
            let old = tokens.withLock { $0.renewal }
            let answer = try await plain.send(Endpoint(.post, "renewal/\(old)", decoder: .text)).split(separator: " ")
            tokens.withLock { $0 = ("\(answer[0])", "\(answer[1])") }
            return "\(answer[0])"
        }
        return renewal == .shared
            ? RefreshingAuthorization(load: load, refresh: renew) : CarelessAuthorization(load: load, renew: renew)
    }
}

/// Renews the token for each rejected request.
private struct CarelessAuthorization: HTTPAuthorization {
    let load: @Sendable () async throws(HTTPError) -> String?
    let renew: @Sendable (String?) async throws(HTTPError) -> String

    func header() async throws(HTTPError) -> String? { try await load().map { "Bearer \($0)" } }
    func renew(rejected header: String?) async throws(HTTPError) -> Bool {
        _ = try await renew(try await load())
        return true
    }
}
