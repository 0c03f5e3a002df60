import CISWorkers
import CLibcurl

/// The libcurl handle for all requests of a transport. Used only on the loop's thread.
final class CurlMulti {
    let handle: UnsafeMutableRawPointer
    private let configuration: CurlConfiguration
    private let connections: Int
    private unowned let loop: CurlLoop
    private var transfers: [ObjectIdentifier: Transfer] = [:]
    private var queues: [String: ServerQueue] = [:]

    /// Initializes libcurl once per program, before any other call.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Creates the handle. Returns `nil` if there is no memory.
    init?(_ configuration: CurlConfiguration, _ loop: CurlLoop) {
        guard Self.isReady, let handle = curl_multi_init() else { return nil }
        self.handle = handle
        self.configuration = configuration
        self.loop = loop
        connections = max(1, configuration.maximumConnectionsPerHost)
        shim_multi_set_number(handle, CURLMOPT_MAX_HOST_CONNECTIONS, connections)
        // The number of idle connections that are kept open.
        shim_multi_set_number(handle, CURLMOPT_MAXCONNECTS, 4 * connections)
    }

    /// Cancels all requests and frees the handle.
    func close() {
        for transfer in transfers.values {
            curl_multi_remove_handle(handle, transfer.easy.handle)
            transfer.exchange.cancel()
        }
        for var queue in queues.values {
            while let exchange = queue.leave() { exchange.cancel() }
        }
        transfers = [:]
        curl_multi_cleanup(handle)
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
        let result = curl_multi_perform(handle, &running)
        guard result == CURLM_OK else { return fail() }
        var code = CURLE_OK
        while let easy = shim_multi_next_done(handle, &code) {
            guard let transfer = Transfer.of(easy) else { continue }
            remove(transfer.exchange)
            transfer.complete(code)
        }
    }

    /// Waits until a socket is ready, a timeout of libcurl has passed, or the loop has a new command.
    func wait() {
        if curl_multi_poll(handle, nil, 0, .max, nil) != CURLM_OK { fail() }
    }

    private func start(_ exchange: Exchange) {
        guard !exchange.isOver else { return }
        let mayBegin = queues[exchange.server, default: ServerQueue(limit: connections)].enter(exchange)
        if mayBegin, !begin(exchange) { leave(exchange.server) }
    }

    /// Starts a request. Returns `false` if it failed at once.
    private func begin(_ exchange: Exchange) -> Bool {
        guard let easy = EasyHandle() else {
            exchange.finish(.failure(HTTPError(.notConnected, request: exchange.request, reason: "no memory")))
            return false
        }
        let transfer = Transfer(exchange, easy) { [loop] in loop.resume(exchange) }
        transfer.setOptions(configuration)
        guard easy.firstProblem == CURLE_OK, curl_multi_add_handle(handle, easy.handle) == CURLM_OK else {
            transfer.complete(easy.firstProblem == CURLE_OK ? CURLE_OUT_OF_MEMORY : easy.firstProblem)
            return false
        }
        transfers[ObjectIdentifier(exchange)] = transfer
        return true
    }

    /// Removes a request. One that is waiting is removed when its turn comes.
    private func remove(_ exchange: Exchange) {
        guard let transfer = transfers.removeValue(forKey: ObjectIdentifier(exchange)) else { return }
        curl_multi_remove_handle(handle, transfer.easy.handle)
        leave(exchange.server)
    }

    /// Lets the next request to a server begin.
    private func leave(_ server: String) {
        while let next = queues[server]?.leave() {
            if begin(next) { return }
        }
        if queues[server]?.isEmpty == true { queues[server] = nil }
    }

    private func resume(_ exchange: Exchange) {
        guard let transfer = transfers[ObjectIdentifier(exchange)] else { return }
        // libcurl delivers the data that has waited during the pause.
        let result = curl_easy_pause(transfer.easy.handle, CURLPAUSE_CONT)
        guard result != CURLE_OK else { return }
        remove(exchange)
        transfer.complete(result)
    }

    /// Fails all requests, because libcurl itself has failed for lack of memory, and running requests would never end.
    private func fail() {
        for transfer in transfers.values {
            remove(transfer.exchange)
            transfer.complete(CURLE_OUT_OF_MEMORY)
        }
    }
}
