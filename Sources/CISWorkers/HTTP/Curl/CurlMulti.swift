#if os(Linux)
internal import CCurl

/// The libcurl handle for all requests of a transport. Used only on the loop's thread.
final class CurlMulti {
    let handle: UnsafeMutableRawPointer
    private let curl: LibCurl
    private let configuration: CurlConfiguration
    private let connections: Int
    private unowned let loop: CurlLoop
    private var transfers: [ObjectIdentifier: CurlTransfer] = [:]
    private var queues: [String: ServerQueue] = [:]

    /// Creates the handle. Returns `nil` if there is no memory.
    init?(_ configuration: CurlConfiguration, _ curl: LibCurl, _ loop: CurlLoop) {
        guard let handle = curl.functions.pointee.multi_init() else { return nil }
        self.handle = handle
        self.curl = curl
        self.configuration = configuration
        self.loop = loop
        // Four times as many must be a number, for libcurl too.
        connections = min(max(1, configuration.maximumConnectionsPerHost), 1 << 20)
        set(CurlValue.maximumHostConnectionsOption, connections)
        // The number of idle connections that are kept open.
        set(CurlValue.maximumConnectionsOption, 4 * connections)
    }

    private func set(_ option: Int32, _ number: Int) {
        _ = ccurl_multi_set_number(curl.functions, handle, option, number)
    }

    /// Cancels all requests and frees the handle.
    func close() {
        for transfer in transfers.values {
            release(transfer)
            transfer.exchange.cancel()
        }
        for var queue in queues.values {
            while let exchange = queue.leave() { exchange.cancel() }
        }
        transfers = [:]
        _ = curl.functions.pointee.multi_cleanup(handle)
    }

    func perform(_ command: CurlLoop.Command) {
        switch command {
        case .start(let exchange): start(exchange)
        case .cancel(let exchange): remove(exchange)
        case .resume(let exchange): resume(exchange)
        }
    }

    /// Lets libcurl send and receive everything that is possible now.
    func work() {
        var running: Int32 = 0
        let result = curl.functions.pointee.multi_perform(handle, &running)
        guard result == 0 else { return fail() }
        var code: Int32 = 0
        while let easy = ccurl_next_done(curl.functions, handle, &code) {
            guard let transfer = CurlTransfer.of(easy, curl) else { continue }
            remove(transfer.exchange)
            transfer.complete(CurlCode(code))
        }
    }

    /// Waits until a socket is ready, a timeout of libcurl has passed, or the loop has a new command.
    func wait() {
        if curl.functions.pointee.multi_poll(handle, nil, 0, .max, nil) != 0 { fail() }
    }

    private func start(_ exchange: CurlExchange) {
        guard !exchange.isOver else { return }
        let mayBegin = queues[exchange.server, default: ServerQueue(limit: connections)].enter(exchange)
        if mayBegin, !begin(exchange) { leave(exchange.server) }
    }

    /// Starts a request. Returns `false` if it failed at once.
    private func begin(_ exchange: CurlExchange) -> Bool {
        guard let easy = CurlHandle(curl) else {
            exchange.finish(.failure(HTTPError(.notConnected, request: exchange.request, reason: "no memory")))
            return false
        }
        let transfer = CurlTransfer(exchange, easy) { [loop] in loop.resume(exchange) }
        transfer.setOptions(configuration)
        guard easy.firstProblem == .ok, curl.functions.pointee.multi_add_handle(handle, easy.handle) == 0 else {
            transfer.complete(easy.firstProblem == .ok ? .outOfMemory : easy.firstProblem)
            return false
        }
        transfers[ObjectIdentifier(exchange)] = transfer
        return true
    }

    private func remove(_ exchange: CurlExchange) {
        guard let transfer = transfers.removeValue(forKey: ObjectIdentifier(exchange)) else {
            queues[exchange.server]?.forget(exchange)
            return
        }
        release(transfer)
        leave(exchange.server)
    }

    private func release(_ transfer: CurlTransfer) {
        _ = curl.functions.pointee.multi_remove_handle(handle, transfer.easy.handle)
    }

    /// Lets the next request to a server begin.
    private func leave(_ server: String) {
        while let next = queues[server]?.leave() {
            if begin(next) { return }
        }
        if queues[server]?.isEmpty == true { queues[server] = nil }
    }

    private func resume(_ exchange: CurlExchange) {
        guard let transfer = transfers[ObjectIdentifier(exchange)] else { return }
        // libcurl delivers the data that has waited during the pause.
        let result = CurlCode(
            curl.functions.pointee.easy_pause(transfer.easy.handle, CurlValue.continue))
        guard result != .ok else { return }
        remove(exchange)
        transfer.complete(result)
    }

    /// Fails all requests, because libcurl itself has failed for lack of memory, and running requests would never end.
    private func fail() {
        for transfer in transfers.values {
            remove(transfer.exchange)
            transfer.complete(.outOfMemory)
        }
    }
}
#endif
