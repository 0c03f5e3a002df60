import CMicrohttpd
import Foundation

/// One request and its response, while they are being handled.
// Unchecked: the lock protects everything that the server's thread and the handler's task share. Only the server's thread
// uses the rest.
final class Exchange: @unchecked Sendable {
    private enum Phase {
        case reading
        /// The server is being stopped, so the request is refused.
        case refusing
        /// The connection sleeps until the handler has answered.
        case handling(Task<Void, Never>)
        case answered(WebResponse)
        case over
    }

    private let exchanges: Exchanges
    private let target: String
    private let connection: OpaquePointer
    private let phase = Locked(Phase.reading)
    /// The connection's socket, until the request is over.
    private let socket: Locked<Int32?>
    private var isChecked = false
    private var body = Data()
    private var stream: EventStream?

    init(_ exchanges: Exchanges, target: String, connection: OpaquePointer, isRefused: Bool) {
        if isRefused { phase.withLock { $0 = .refusing } }
        self.exchanges = exchanges
        self.target = target
        self.connection = connection
        socket = Locked(sceneweb_socket(connection))
    }

    // MARK: On the server's thread

    /// Called when the headers were received, for each part of the body, at its end, and when the response is available.
    ///
    /// - Returns: Whether the connection continues.
    func goesOn(
        _ connection: OpaquePointer, _ method: UnsafePointer<CChar>?, _ data: UnsafePointer<CChar>?,
        _ size: UnsafeMutablePointer<Int>
    ) -> Bool {
        if !isChecked {
            isChecked = true
            if let refusal = refusal(method) { return send(refusal) }
            return true
        }
        if size.pointee > 0, let data {
            body.append(UnsafeRawPointer(data).assumingMemoryBound(to: UInt8.self), count: size.pointee)
            size.pointee = 0
            // An announced length that is too large was refused already. In the middle of a body no response can be sent.
            return body.count <= exchanges.limits.body
        }
        if let response = takeAnswer() { return send(response) }
        return handle(method.map { String(cString: $0) } ?? "")
    }

    /// Called when the request has ended, for any reason.
    func hasEnded() {
        socket.withLock { $0 = nil }
        let phase = phase.withLock { phase in
            defer { phase = .over }
            return phase
        }
        if case .handling(let task) = phase { task.cancel() }
        if case .answered(let response) = phase, case .events(let stream) = response.body { stream.end(.clientLeft) }
        stream?.end(.clientLeft)
        exchanges.end(self)
    }

    private func refusal(_ method: UnsafePointer<CChar>?) -> WebResponse? {
        // RFC 9112, 3.2
        if headers().count(where: { $0.name.caseInsensitiveCompare("Host") == .orderedSame }) > 1 {
            return .text("The request names more than one host.\n", status: 400)
        }
        if let objection = exchanges.access.objection(host: header("Host"), origin: header("Origin")) {
            // The query may contain a secret.
            let path = WebRequest.split(target).path
            exchanges.log(WebServer.refusal(method.map { String(cString: $0) } ?? "", path, objection))
            return .text(objection + "\n", status: 403)
        }
        guard let announced = header("Content-Length") else { return nil }
        guard let length = Int(announced), length <= exchanges.limits.body else {
            return .text("The body is larger than \(exchanges.limits.body) bytes.\n", status: 413)
        }
        return nil
    }

    private func header(_ name: String) -> String? {
        MHD_lookup_connection_value(connection, .HEADER_KIND, name).map { String(cString: $0) }
    }

    private func headers() -> [(name: String, value: String)] {
        var headers: [(name: String, value: String)] = []
        withUnsafeMutablePointer(to: &headers) { pointer in
            _ = MHD_get_connection_values(
                connection, .HEADER_KIND,
                { cls, _, name, value in
                    guard let cls, let name else { return .YES }
                    let headers = cls.assumingMemoryBound(to: [(name: String, value: String)].self)
                    headers.pointee.append((String(cString: name), value.map { String(cString: $0) } ?? ""))
                    return .YES
                }, pointer)
        }
        return headers
    }

    /// Starts the handler, while the connection sleeps.
    private func handle(_ method: String) -> Bool {
        let (path, query) = WebRequest.split(target)
        let request = WebRequest(method, path, query: query, headers: headers(), body: body)
        body = Data()
        let exchanges = self.exchanges
        // `nil` if the server is being stopped, and responds instead of the handler.
        let continues: Bool? = phase.withLock { phase in
            switch phase {
            case .reading:
                MHD_suspend_connection(connection)
                phase = .handling(Task { self.answer(await exchanges.handle(request)) })
                return true
            case .refusing:
                return nil
            case .handling, .answered, .over:
                // libmicrohttpd ignores a response while its thread is being ended, and asks again. The connection must not
                // sleep then, because nobody would wake it. It is closed.
                return false
            }
        }
        return continues ?? send(Self.goingAway)
    }

    private static var goingAway: WebResponse { .text("The server is being stopped.\n", status: 503) }

    private func takeAnswer() -> WebResponse? {
        phase.withLock { phase in
            guard case .answered(let response) = phase else { return nil }
            phase = .over
            return response
        }
    }

    // MARK: On the handler's task

    private func answer(_ response: WebResponse) {
        let isAwaited = phase.withLock { phase in
            guard case .handling = phase else { return false }
            phase = .answered(response)
            MHD_resume_connection(connection)
            return true
        }
        if !isAwaited, case .events(let stream) = response.body { stream.end(.clientLeft) }
    }

    // MARK: From any thread

    func cancel() {
        phase.withLock { phase in
            if case .handling(let task) = phase { task.cancel() }
        }
    }

    /// Closes the connection if the client is still sending the request, or reading the response.
    func cutOffSlowClient() {
        phase.withLock { phase in
            switch phase {
            case .reading, .refusing, .over: cutOff()
            case .handling, .answered: break
            }
        }
    }

    /// Closes the connection at once.
    private func cutOff() {
        socket.withLock { socket in
            if let socket { _ = shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Responds instead of the handler, now or when the request has been read, because the server is being stopped.
    func abandon() {
        cancel()
        phase.withLock { phase in
            if case .reading = phase { phase = .refusing }
        }
        answer(Self.goingAway)
    }
}

// MARK: Sending

extension Exchange {
    private func send(_ response: WebResponse) -> Bool {
        guard let made = make(response) else { return false }
        defer { MHD_destroy_response(made) }
        for (name, value) in response.headers { MHD_add_response_header(made, name, value) }
        for (name, value) in exchanges.headers
        where !response.headers.contains(where: { $0.name.caseInsensitiveCompare(name) == .orderedSame }) {
            MHD_add_response_header(made, name, value)
        }
        return MHD_queue_response(connection, UInt32(response.status), made) == .YES
    }

    private func make(_ response: WebResponse) -> OpaquePointer? {
        switch response.body {
        case .bytes(let data):
            return data.withUnsafeBytes { bytes in
                MHD_create_response_from_buffer(
                    bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
            }
        case .events(let stream):
            guard stream.connect(cut: { [weak self] in self?.cutOff() }) else { return nil }
            self.stream = stream
            exchanges.streams(stream)
            let source = Unmanaged.passRetained(EventSource(stream, connection)).toOpaque()
            return MHD_create_response_from_callback(
                UInt64.max, 16 << 10,
                { source, _, buffer, count in
                    guard let source, let buffer else { return -2 }
                    return Unmanaged<EventSource>.fromOpaque(source).takeUnretainedValue().read(buffer, count)
                }, source,
                { source in if let source { Unmanaged<EventSource>.fromOpaque(source).release() } })
        case .cutOff(let data, let length):
            let source = Unmanaged.passRetained(CutOffSource(data)).toOpaque()
            return MHD_create_response_from_callback(
                UInt64(length), 16 << 10,
                { source, position, buffer, count in
                    guard let source, let buffer else { return -2 }
                    return Unmanaged<CutOffSource>.fromOpaque(source).takeUnretainedValue()
                        .read(from: position, buffer, count)
                }, source,
                { source in if let source { Unmanaged<CutOffSource>.fromOpaque(source).release() } })
        }
    }
}

/// Provides the bytes of an event stream to a connection.
// Unchecked: the pointer is only passed to functions that may be called from any thread.
private final class EventSource: @unchecked Sendable {
    private let stream: EventStream
    private let connection: OpaquePointer

    init(_ stream: EventStream, _ connection: OpaquePointer) {
        self.stream = stream
        self.connection = connection
    }

    func read(_ buffer: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
        let portion = stream.take(
            into: UnsafeMutableRawBufferPointer(start: buffer, count: count),
            sleep: { MHD_suspend_connection(connection) },
            wake: { [self] in MHD_resume_connection(connection) })
        return switch portion {
        case .bytes(let count): count
        case .nothingYet: 0
        case .end: -1  // MHD_CONTENT_READER_END_OF_STREAM
        }
    }
}

/// Sends some bytes, and then closes the connection.
private final class CutOffSource: Sendable {
    private let data: Data

    init(_ data: Data) {
        self.data = data
    }

    func read(from position: UInt64, _ buffer: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
        let rest = data.dropFirst(Int(position)).prefix(count)
        guard !rest.isEmpty else { return -2 }  // MHD_CONTENT_READER_END_WITH_ERROR
        UnsafeMutableRawBufferPointer(start: buffer, count: count).copyBytes(from: rest)
        return rest.count
    }
}
