import CISWorkers
import Foundation
import GatherServices
import Synchronization
import Testing

/// Answers requests without a network. It gives one answer after the other, and then the last one again. It records the requests.
final class ScriptedTransport: HTTPTransport {
    enum Answer: Sendable {
        case response(Int, HTTPHeaders = [:], String = "")
        case error(HTTPError)

        /// FG-API-20: the answer with the path of a created object.
        static func created(_ place: String) -> Answer { .response(201, ["Location": place]) }
    }

    /// A request, in a form that tests compare.
    struct Sent: Equatable, CustomStringConvertible {
        var line: String
        var authorization: String?
        var body: String
        var description: String { "\(line) \(authorization ?? "-") \(body)" }
    }

    private let answers: Mutex<[Answer]>
    private let log = Mutex<[HTTPRequest]>([])

    init(_ answers: [Answer] = [.error(HTTPError(.notConnected))]) { self.answers = Mutex(answers) }

    var requests: [HTTPRequest] { log.withLock { $0 } }

    var sent: [Sent] {
        requests.map { request in
            var body = ""
            if case .data(let data) = request.body { body = String(decoding: data, as: UTF8.self) }
            return Sent(
                line: "\(request.method) \(request.url.absoluteString.dropFirst(GatherService.address.count))",
                authorization: request.headers["Authorization"], body: body)
        }
    }

    @concurrent func send(
        _ request: HTTPRequest, onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> HTTPResponse {
        log.withLock { $0.append(request) }
        switch answers.withLock({ $0.count > 1 ? $0.removeFirst() : $0[0] }) {
        case .response(let status, let headers, let body):
            return HTTPResponse(status: status, headers: headers, body: Data(body.utf8))
        case .error(let error): throw error
        }
    }
}

/// Holds each request until the test answers it.
final class HeldTransport: HTTPTransport {
    private struct State {
        var methods: [String] = []
        var held: [CheckedContinuation<HTTPResponse, Never>] = []
    }

    private let state = Mutex(State())
    private let (requests, request) = AsyncStream.makeStream(of: Void.self)

    var methods: [String] { state.withLock { $0.methods } }

    /// Returns when so many requests have been sent.
    func whenSent(_ count: Int) async {
        guard methods.count < count else { return }
        for await _ in requests where methods.count >= count { return }
    }

    func answer(_ response: HTTPResponse) { state.withLock { $0.held.removeFirst() }.resume(returning: response) }

    @concurrent func send(
        _ request: HTTPRequest, onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> HTTPResponse {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.methods.append("\(request.method)")
                state.held.append(continuation)
            }
            self.request.yield()
        }
    }
}

/// A service with a scripted transport, and with stores in memory.
struct Client {
    let transport: ScriptedTransport
    let storage: GatherStorage
    let service: GatherService
    private let lines: Lines

    init(_ answers: ScriptedTransport.Answer..., token: String? = nil) async throws {
        let transport = ScriptedTransport(answers)
        try await self.init(transport, token: token)
    }

    init(
        _ transport: any HTTPTransport, storage: GatherStorage = .memory, token: String? = nil
    ) async throws {
        self.transport = transport as? ScriptedTransport ?? ScriptedTransport()
        self.storage = storage
        lines = Lines()
        let lines = lines
        service = GatherService(
            try #require(URL(string: GatherService.address)), storage: storage, transport: transport,
            log: LogWorker("gather", from: .debug, to: [LogSink { lines.add("\($0)") }]))
        try await storage.secrets.set(token, for: .token)
    }

    /// The logged text.
    var logged: String { lines.text }

    /// Returns the text that users read for an error, or `ok`.
    func outcome(_ body: (GatherService) async throws -> Void) async -> String {
        do {
            try await body(service)
            return "ok"
        } catch {
            return "\(error)"
        }
    }
}

private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var text: String { lines.withLock { $0.joined(separator: "\n") } }
}

extension GatherStorage {
    static var memory: GatherStorage { GatherStorage(secrets: MemoryStore(), preferences: MemoryStore()) }
}
