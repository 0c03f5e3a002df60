#if os(Linux)
import Foundation

/// One request while libcurl handles it. Used only on the loop's thread.
final class CurlTransfer {
    let exchange: CurlExchange
    let easy: CurlHandle
    /// Makes the loop continue this transfer. It can be called on any thread.
    let wake: @Sendable () -> Void
    /// The error of a callback that made libcurl stop.
    private var failure: HTTPError?
    private var head = ResponseHead()
    private var sink: any BodySink = MemorySink()
    private var progress = HTTPProgress()
    /// libcurl's position in the body.
    private var position: Int64 = 0
    private var sendings = 0
    private var content = Content.unknown
    /// The decompressed bytes that the sink had no room for.
    private var waiting: UnsafeRawBufferPointer?
    /// The bytes of the content that have not arrived yet, if libcurl does not know where the content ends.
    private var missing: Int64?
    /// The number of bytes that were decompressed before a pause. libcurl delivers them again.
    private var alreadyTaken = 0

    private enum Content {
        /// Nothing has arrived.
        case unknown
        case plain
        case compressed(Inflater)
    }

    init(_ exchange: CurlExchange, _ easy: CurlHandle, wake: @escaping @Sendable () -> Void) {
        self.exchange = exchange
        self.easy = easy
        self.wake = wake
        progress.toSend = exchange.source?.size ?? 0
    }

    private var request: HTTPRequest { exchange.request }

    // MARK: What libcurl calls

    /// Receives a header line. Returns `false` to stop the transfer.
    func receive(line: UnsafeRawBufferPointer) -> Bool {
        do throws(ResponseHead.Problem) {
            guard try head.take(line) == .complete else { return true }
        } catch {
            failure = HTTPError(error.code, request: request, reason: error.text)
            return false
        }
        progress.toReceive = request.method == .head ? nil : head.length
        if let length = progress.toReceive, length > Int64(request.maximumResponseSize) {
            failure = tooLarge
            return false
        }
        if let file = exchange.file, (200...299).contains(head.status) { sink = file }
        exchange.onProgress(progress)
        missing = request.method == .head ? nil : head.lengthIgnoredByCurl
        return missing != 0
    }

    /// Receives a part of the content. Returns the result for libcurl, which stops the transfer at the end of the content if
    /// libcurl does not know the end.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard let missing else { return receivePart(bytes) }
        let part = UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(missing)))
        let result = receivePart(part)
        guard result == part.count else { return result }
        self.missing = missing - Int64(part.count)
        return self.missing == 0 ? 0 : result
    }

    private func receivePart(_ bytes: UnsafeRawBufferPointer) -> Int {
        if case .unknown = content, !bytes.isEmpty, !begin() { return 0 }
        switch content {
        case .compressed(let inflater): return receive(bytes, inflater)
        case .plain, .unknown: return take(bytes) ?? bytes.count
        }
    }

    /// Finds out how the content is coded. Returns `false` if the coding is unknown.
    private func begin() -> Bool {
        guard let coding = head.coding else {
            content = .plain
            return true
        }
        guard let inflater = Inflater(coding, easy.curl.zlib) else {
            failure = undecodable("its Content-Encoding is not supported")
            return false
        }
        content = .compressed(inflater)
        return true
    }

    private func receive(_ bytes: UnsafeRawBufferPointer, _ inflater: Inflater) -> Int {
        var rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(alreadyTaken))
        alreadyTaken = max(0, alreadyTaken - bytes.count)
        while true {
            if waiting == nil {
                switch inflater.step(&rest) {
                case .bytes(0): return bytes.count
                case .bytes(let count): waiting = UnsafeRawBufferPointer(rebasing: inflater.output[..<count])
                case .invalid:
                    failure = undecodable("it is not what its Content-Encoding says")
                    return 0
                }
            }
            if let waiting, let result = take(waiting) {
                alreadyTaken += bytes.count - rest.count
                return result
            }
            waiting = nil
        }
    }

    /// Passes bytes on to the sink. Returns `nil`, or the result for libcurl that stops or pauses the transfer.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Int? {
        let total = progress.received + Int64(bytes.count)
        guard total <= Int64(request.maximumResponseSize) else {
            failure = tooLarge
            return 0
        }
        switch sink.take(bytes, wake) {
        case .taken:
            progress.received = total
            exchange.onProgress(progress)
            return nil
        case .full:
            return CurlValue.pause
        case .failed(let problem):
            failure = HTTPError(saving: problem, request)
            return 0
        }
    }

    /// The error has the status and the headers.
    private func undecodable(_ reason: String) -> HTTPError {
        var error = HTTPError(.decoding, request: request, reason: reason)
        error.response = HTTPError.Response(HTTPResponse(status: head.status, headers: head.headers))
        return error
    }

    /// Provides the next part of the body. Returns the result for libcurl.
    func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let source = exchange.source else { return 0 }
        switch source.give(from: position, into: buffer, wake) {
        case .given(let count):
            position += Int64(count)
            return count
        case .notYet:
            return CurlValue.pause
        case .failed(let problem):
            failure = HTTPError(.invalidRequest, request: request, reason: problem.text)
            return CurlValue.abort
        }
    }

    /// Moves to a position in the body. Returns whether the body can be sent from there.
    func seek(to position: Int64) -> Bool {
        guard let source = exchange.source, (0...source.size).contains(position) else { return false }
        self.position = position
        return true
    }

    func hasSent(_ total: Int64) {
        guard total > progress.sent else { return }
        progress.sent = total
        exchange.onProgress(progress)
    }

    /// Returns whether the request may be sent over the connection that libcurl has chosen.
    func maySend() -> Bool {
        sendings += 1
        guard sendings > 1, !request.method.isIdempotent else { return true }
        let reason = "the server had closed the connection that was kept, and \(request.method) is not sent twice"
        failure = HTTPError(.connectionLost, request: request, reason: reason)
        return false
    }

    private var tooLarge: HTTPError {
        let limit = "more than \(request.maximumResponseSize) bytes; raise maximumResponseSize if they are expected"
        return HTTPError(.tooLarge, request: request, reason: limit)
    }

    // MARK: The end

    /// Called when libcurl has finished the request.
    func complete(_ code: CurlCode) {
        let failure = failure ?? (missing == 0 ? nil : HTTPError(code, of: easy, request))
        if let failure { return exchange.finish(.failure(failure)) }
        guard head.isComplete, missing ?? 0 == 0 else {
            let reason = "the server ended within its \(head.isComplete ? "content" : "headers")"
            return exchange.finish(.failure(HTTPError(.connectionLost, request: request, reason: reason)))
        }
        if case .compressed(let inflater) = content, !inflater.isComplete {
            let reason = "the server ended within the compressed content"
            return exchange.finish(.failure(HTTPError(.connectionLost, request: request, reason: reason)))
        }
        sink.finish { [exchange, head] outcome in
            exchange.finish(
                outcome.map { HTTPResponse(status: head.status, headers: head.headers, body: $0) }
                    .mapError { HTTPError(saving: $0, exchange.request) })
        }
    }
}

extension HTTPError {
    /// Creates the error for content that has arrived, but cannot be written.
    fileprivate init(saving problem: FileProblem, _ request: HTTPRequest) {
        self.init(problem.isTooLarge ? .tooLarge : .notSaved, request: request, reason: problem.text)
    }
}
#endif
