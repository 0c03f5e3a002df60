internal import CIS
import Dispatch
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request and its response in a `URLSession`. Events after the first result do not change the result.
final class Exchange: Sendable {
    private struct State: Sendable {
        var continuation: CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>?
        var task: URLSessionTask?
        var isOver = false
        var response: HTTPURLResponse?
        var body = Data()
        var progress = HTTPProgress()
    }

    /// The queue on which tasks are cancelled. On Linux, `cancel()` waits for the session and would block the caller.
    private static let queue = DispatchQueue(label: "CISWorkers.Exchange.cancel")

    private let state = LockedValue(State())
    private let request: HTTPRequest
    private let onProgress: @Sendable (HTTPProgress) -> Void

    init(_ request: HTTPRequest, _ onProgress: @escaping @Sendable (HTTPProgress) -> Void) {
        self.request = request
        self.onProgress = onProgress
    }

    /// Sets the continuation. If the exchange is already over, resumes the continuation and returns `false`.
    func open(_ continuation: CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>) -> Bool {
        let size = request.body.size
        let isOpen = state.withLock { state in
            state.progress.toSend = size
            if !state.isOver { state.continuation = continuation }
            return !state.isOver
        }
        if !isOpen { continuation.resume(returning: .failure(HTTPError(.cancelled, request: request))) }
        return isOpen
    }

    func start(_ task: URLSessionTask) {
        let isOver = state.withLock { state in
            state.task = task
            return state.isOver
        }
        // The task is resumed even if the exchange is over. The session would never release a task that is not resumed.
        task.resume()
        if isOver { Self.queue.async { task.cancel() } }
    }

    /// Ends the exchange with its first result. A failure also cancels the task.
    func finish(_ result: Result<HTTPResponse, HTTPError>) {
        let (continuation, task) = state.withLock { state in
            defer {
                state.isOver = true
                state.continuation = nil
                state.body = Data()
            }
            return (state.continuation, state.isOver ? nil : state.task)
        }
        if case .failure = result, let task { Self.queue.async { task.cancel() } }
        continuation?.resume(returning: result)
    }

    // MARK: Events of the task

    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return }
        let isCoded =
            response.value(forHTTPHeaderField: "Content-Encoding").map { $0.lowercased() != "identity" } ?? false
        let length = request.method == .head || isCoded ? -1 : response.expectedContentLength
        if length > Int64(request.maximumResponseSize) { return finish(tooLarge) }
        let progress = state.withLock { state in
            state.response = response
            state.progress.toReceive = length >= 0 ? length : nil
            return state.progress
        }
        onProgress(progress)
    }

    func receive(_ data: Data) {
        let progress = state.withLock { state -> HTTPProgress? in
            // The task may still deliver data after a failure.
            guard !state.isOver else { return state.progress }
            guard state.body.count + data.count <= request.maximumResponseSize else { return nil }
            state.body.append(data)
            state.progress.received = Int64(state.body.count)
            return state.progress
        }
        guard let progress else { return finish(tooLarge) }
        onProgress(progress)
    }

    func hasSent(_ total: Int64) {
        let progress = state.withLock { state in
            state.progress.sent = max(state.progress.sent, total)
            return state.progress
        }
        onProgress(progress)
    }

    /// Ends a request whose body would have to be sent a second time. Does nothing if the request has no body.
    func cannotRepeatBody() {
        guard request.body != .none else { return }
        let reason = "the server closed a kept-alive connection without a response"
        finish(.failure(HTTPError(.connectionLost, request: request, reason: reason)))
    }

    func complete(_ response: URLResponse?, _ error: (any Error)?) {
        if let error { return finish(.failure(HTTPError(error, of: request))) }
        let (received, body) = state.withLock { ($0.response, $0.body) }
        guard let response = received ?? response as? HTTPURLResponse else {
            return finish(.failure(HTTPError(.connectionLost, request: request, reason: "the response is not HTTP")))
        }
        finish(.success(HTTPResponse(status: response.statusCode, headers: HTTPHeaders(response), body: body)))
    }

    private var tooLarge: Result<HTTPResponse, HTTPError> {
        let limit = "more than \(request.maximumResponseSize) bytes; raise maximumResponseSize if they are expected"
        return .failure(HTTPError(.tooLarge, request: request, reason: limit))
    }
}

extension HTTPHeaders {
    init(_ response: HTTPURLResponse) {
        self.init()
        for (name, value) in response.allHeaderFields {
            guard let name = name as? String, let value = value as? String else { continue }
            for value in name.lowercased() == "set-cookie" ? Self.cookies(in: value) : [value[...]] {
                append(name, String(value))
            }
        }
    }

    /// Takes apart what Foundation has joined. A comma separates two cookies if a name and `=` follow; a comma in a date does
    /// not.
    private static func cookies(in text: String) -> [Substring] {
        var cookies: [Substring] = []
        var rest = text[...]
        while let separator = rest.firstMatch(of: /,[ \t]*(?=[^\s;,=]+=)/) {
            cookies.append(rest[..<separator.range.lowerBound])
            rest = rest[separator.range.upperBound...]
        }
        return cookies + [rest]
    }
}

extension HTTPBody.Content {
    fileprivate var size: Int64? {
        switch self {
        case .none: 0
        case .data(let data): Int64(data.count)
        case .file(let file): (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize.map(Int64.init)
        // Sent as a temporary file.
        case .joined: nil
        }
    }
}
