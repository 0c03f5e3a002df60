#if os(Linux)
internal import CIS
import Dispatch
import Foundation

/// One request, from sending it until its first outcome. Later events are ignored.
final class CurlExchange: Sendable {
    typealias Outcome = Result<HTTPResponse, HTTPError>

    private struct State: Sendable {
        var continuation: CheckedContinuation<Outcome, Never>?
        var isOver = false
    }

    let request: HTTPRequest
    /// The server: scheme, host and port.
    let server: String
    /// The content to send. `nil` for none.
    let source: (any BodySource)?
    /// The file for the content of a successful response. `nil` keeps the content in memory.
    let file: FileSink?
    let onProgress: @Sendable (HTTPProgress) -> Void
    private let state = LockedValue(State())

    /// Opens the files that are needed, so that a problem is found before anything is sent.
    ///
    /// - Parameter files: The queue on which files are read and written.
    init(
        _ request: HTTPRequest,
        savingTo file: URL?,
        files: DispatchQueue,
        _ onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) throws(HTTPError) {
        if let flaw = request.flaw { throw HTTPError(.invalidRequest, request: request, reason: flaw) }
        do throws(FileProblem) {
            source = try Self.source(of: request.body, files)
            if let file { self.file = try FileSink(file, on: files) } else { self.file = nil }
        } catch {
            throw HTTPError(.invalidRequest, request: request, reason: error.text)
        }
        self.request = request
        server = "\(request.url.scheme ?? "")://\(request.url.host() ?? ""):\(request.url.port ?? 0)".lowercased()
        self.onProgress = onProgress
    }

    private static func source(
        of content: HTTPBody.Content, _ files: DispatchQueue
    ) throws(FileProblem) -> (any BodySource)? {
        switch content {
        case .none: return nil
        case .data(let data): return DataSource(data)
        case .file(let file): return try FileSource(file, on: files)
        case .joined(let contents):
            var sources: [any BodySource] = []
            for content in contents {
                if let source = try source(of: content, files) { sources.append(source) }
            }
            return JoinedSource(sources)
        }
    }

    /// Stores the continuation. If the exchange is already over, resumes it and returns `false`.
    func open(_ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
        let isOpen = state.withLock { state in
            if !state.isOver { state.continuation = continuation }
            return !state.isOver
        }
        if !isOpen { continuation.resume(returning: cancelled) }
        return isOpen
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    /// Ends the exchange. Only the first outcome has an effect.
    func finish(_ outcome: Outcome) {
        let continuation = state.withLock { state in
            state.isOver = true
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: outcome)
    }

    func cancel() { finish(cancelled) }

    private var cancelled: Outcome { .failure(HTTPError(.cancelled, request: request)) }
}
#endif
