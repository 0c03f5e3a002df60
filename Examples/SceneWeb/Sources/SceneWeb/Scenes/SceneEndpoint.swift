public import CISBridge
import CISBridgeClients
import Foundation

/// The paths under which pages reach the scenes of an app. Use it in a server that also has other paths.
///
/// ```swift
/// let scenes = SceneEndpoint(app: app)
/// let server = try WebServer(port: 8080) { request in
///     if let response = await scenes.response(to: request) { return response }
///     return files.response(to: request) ?? .text("Nothing is here.", status: 404)
/// }
/// ```
///
/// A page has one stream of server-sent events for all its scenes, and sends its messages in requests. The client, which a
/// page imports from `/cis/client.js`, does all of this. The README describes the requests.
public final class SceneEndpoint: Sendable {
    /// Limits for the pages.
    public struct Limits: Sendable, Hashable {
        /// The maximum number of connected pages. Further pages are answered with 503.
        public var pages = 1_000
        /// How long to wait for a page that has lost its stream before its session is disconnected. After that, the app's
        /// retention time begins.
        public var patience = Duration.seconds(30)
        /// How long to wait for the next request of a page that fetches its events, because it is hidden. Browsers let the timers of
        /// hidden pages run once a minute.
        public var fetchPatience = Duration.seconds(180)

        /// Creates the default limits.
        public init() {}
    }

    private struct State {
        var pages: [String: PageConnection] = [:]
        var isClosed = false
    }

    private let app: BridgedApp
    private let path: String
    private let limits: Limits
    private let clock: any Clock<Duration>
    private let log: @Sendable (String) -> Void
    private let client: StaticFiles
    private let state = Locked(State())

    /// Creates the paths for an app.
    ///
    /// - Parameters:
    ///   - app: The app. It is retained.
    ///   - path: The common beginning of the paths.
    ///   - limits: Limits for the pages.
    ///   - clock: The clock that measures ``Limits/patience``.
    ///   - log: Called with a line for each request that is refused.
    public init(
        app: BridgedApp, path: String = "/cis", limits: Limits = Limits(),
        clock: any Clock<Duration> = ContinuousClock(),
        log: @escaping @Sendable (String) -> Void = WebServer.logToStandardError
    ) {
        self.app = app
        self.path = path
        self.limits = limits
        self.clock = clock
        self.log = log
        var client = StaticFiles()
        client.add(BridgeClients.javaScript, at: path + "/client.js")
        self.client = client
    }

    /// The number of pages that are connected or expected to return.
    public var pageCount: Int { state.withLock { $0.pages.count } }

    /// Returns the response to a request for one of the paths, or `nil` for another path.
    public func response(to request: WebRequest) async -> WebResponse? {
        switch request.path {
        case path + "/client.js": client.response(to: request)
        case path + "/events": await answer(request, events)
        case path + "/messages": await answer(request, messages)
        default: nil
        }
    }

    /// Disconnects all pages, and all pages that connect later. The app keeps their sessions for its retention time.
    public func close() {
        let pages = state.withLock { state in
            defer { (state.pages, state.isClosed) = ([:], true) }
            return Array(state.pages.values)
        }
        for page in pages { page.end() }
    }

    deinit {
        close()
    }

    // MARK: Answers

    private func answer(
        _ request: WebRequest, _ body: (WebRequest) async -> WebResponse
    ) async -> WebResponse {
        guard request.method == "POST" else { return .empty(405, headers: [("Allow", "POST")]) }
        return await body(request)
    }

    /// Starts a connection with the page's `hello`, or continues a connection whose stream has broken.
    private func events(_ request: WebRequest) async -> WebResponse {
        guard request.header(Header.token) == nil else { return goOn(request) }
        let session = await app.session()
        let page = PageConnection(session, limit: app.limits.waitingBytes) { [weak self] page, stream in
            self?.wait(for: page, since: stream)
        }
        let hasRoom = state.withLock { state in
            guard !state.isClosed, state.pages.count < limits.pages else { return false }
            state.pages[page.token] = page
            return true
        }
        guard hasRoom, let stream = page.listen(after: 0, isBrief: Self.isBrief(request)) else {
            return .text("Too many pages are connected.\n", status: 503)
        }
        Task { [weak self] in
            await page.run()
            self?.forget(page)
        }
        session.send(request.body)
        return .events(stream, headers: [(Header.token, page.token)])
    }

    private func goOn(_ request: WebRequest) -> WebResponse {
        guard let page = page(of: request) else { return refusal(of: request) }
        guard let last = request.header(Header.lastEvent).flatMap({ Int($0) }),
            let stream = page.listen(after: last, isBrief: Self.isBrief(request))
        else {
            // The page goes on: perhaps this request was held up on its way, and the page has made another one.
            return .text("These events are not kept any more.\n", status: 410)
        }
        return .events(stream)
    }

    /// Whether the page only fetches the events that wait.
    private static func isBrief(_ request: WebRequest) -> Bool { request.header(Header.wait) == "no" }

    private func messages(_ request: WebRequest) async -> WebResponse {
        guard let page = page(of: request) else { return refusal(of: request) }
        guard let first = request.header(Header.number).flatMap({ Int($0) }) else {
            return .text("\(Header.number) must say the number of the first message.\n", status: 400)
        }
        if let last = request.header(Header.lastEvent).flatMap({ Int($0) }) { page.confirm(last) }
        let messages = request.body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // Sent first, so that it arrives even if nothing follows from the messages.
        page.beat()
        switch page.take(messages, from: first) {
        case .taken(let count): return Self.taken(count)
        case .full(let count):
            // The page does not send more before it has received the response.
            await page.waitForRoom()
            return Self.taken(count)
        case .gap: return .text("Messages before these have not come.\n", status: 409)
        }
    }

    private static func taken(_ count: Int) -> WebResponse {
        .empty(204, headers: [(Header.taken, "\(count)"), (Header.beat, "yes")])
    }

    private func page(of request: WebRequest) -> PageConnection? {
        guard let token = request.header(Header.token) else { return nil }
        return state.withLock { $0.pages[token] }
    }

    private func refusal(of request: WebRequest) -> WebResponse {
        log(WebServer.refusal(request.method, request.path, "its token is not known"))
        return .text("The token is not known.\n", status: 403)
    }

    // MARK: Pages that have gone

    private func wait(for page: PageConnection, since stream: Int) {
        let (clock, patience) = (clock, page.fetches ? limits.fetchPatience : limits.patience)
        Task { [weak self] in
            try? await clock.sleep(for: min(patience, .longestSleep))
            guard page.isSilent(since: stream) else { return }
            self?.forget(page)
            page.end()
        }
    }

    private func forget(_ page: PageConnection) {
        state.withLock { $0.pages[page.token] = nil }
    }

    private enum Header {
        static let token = "Page-Token"
        static let lastEvent = "Last-Event-ID"
        static let number = "Message-Number"
        static let taken = "Messages-Taken"
        static let wait = "Page-Wait"
        static let beat = "Stream-Beat"
    }
}
