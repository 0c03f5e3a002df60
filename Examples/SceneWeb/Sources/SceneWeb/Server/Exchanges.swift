import CMicrohttpd
import Foundation

/// The requests that a server is answering.
final class Exchanges: Sendable {
    private struct State {
        var open: [ObjectIdentifier: Exchange] = [:]
        var streams: [ObjectIdentifier: EventStream] = [:]
        var isEnding = false
        /// The grace time for requests that are still being sent, and responses that are still being read, is over.
        var isLate = false
        var ended: [CheckedContinuation<Void, Never>] = []
        var heartbeat: Task<Void, Never>?
    }

    let access: AccessRules
    let limits: WebServer.Limits
    let headers: [(name: String, value: String)]
    let log: @Sendable (String) -> Void
    let handle: @Sendable (WebRequest) async -> WebResponse
    private let state = Locked(State())

    init(
        access: AccessRules, limits: WebServer.Limits, headers: [(name: String, value: String)],
        log: @escaping @Sendable (String) -> Void,
        handle: @escaping @Sendable (WebRequest) async -> WebResponse
    ) {
        self.access = access
        self.limits = limits
        self.headers = headers
        self.log = log
        self.handle = handle
    }

    func begin(_ uri: UnsafePointer<CChar>, _ connection: OpaquePointer) -> Exchange {
        let (exchange, isLate) = state.withLock { state in
            let exchange = Exchange(
                self, target: String(cString: uri), connection: connection, isRefused: state.isEnding)
            state.open[ObjectIdentifier(exchange)] = exchange
            return (exchange, state.isLate)
        }
        if isLate { exchange.cutOffSlowClient() }
        return exchange
    }

    func end(_ exchange: Exchange) {
        let waiting = state.withLock { state in
            state.open[ObjectIdentifier(exchange)] = nil
            return Self.waiting(&state)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Registers a stream, so that it ends with the server.
    func streams(_ stream: EventStream) {
        let isEnding = state.withLock { state in
            state.streams = state.streams.filter { !$0.value.hasEnded }
            state.streams[ObjectIdentifier(stream)] = stream
            return state.isEnding
        }
        if isEnding { stream.finish() }
    }

    /// Ends the streams, and waits for the requests in flight.
    func finish() async {
        let streams = state.withLock { state in
            state.isEnding = true
            state.heartbeat?.cancel()
            return Array(state.streams.values)
        }
        for stream in streams { stream.finish() }
        await withCheckedContinuation { continuation in
            let waiting = state.withLock { state in
                state.ended.append(continuation)
                return Self.waiting(&state)
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    /// Closes the connections whose clients are still sending a request or reading a response, and those that begin a request from
    /// now on.
    func cutOffSlowClients() {
        let exchanges = state.withLock { state in
            state.isLate = true
            return Array(state.open.values)
        }
        for exchange in exchanges { exchange.cutOffSlowClient() }
    }

    func cancelAll() {
        for exchange in state.withLock({ Array($0.open.values) }) { exchange.cancel() }
    }

    func abandonAll() {
        let (exchanges, streams) = state.withLock { state in
            state.isEnding = true
            state.heartbeat?.cancel()
            return (Array(state.open.values), Array(state.streams.values))
        }
        for stream in streams { stream.finish() }
        for exchange in exchanges { exchange.abandon() }
    }

    /// Regularly sends comments to the streams, to detect clients that have disconnected.
    func startHeartbeat() {
        let interval = min(.seconds(max(1, limits.heartbeatSeconds)), Duration.longestSleep)
        let task = Task { [weak self] in
            while (try? await Task.sleep(for: interval)) != nil {
                guard let self else { return }
                for stream in self.state.withLock({ Array($0.streams.values) }) { stream.sendHeartbeat() }
            }
        }
        state.withLock { $0.heartbeat = task }
    }

    private static func waiting(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        guard state.open.isEmpty else { return [] }
        defer { state.ended = [] }
        return state.ended
    }
}
