import CISTesting
import CISWorkers
import Foundation

@testable import Spend

/// The wire to the fake server. Requests are steps of an exploration.
final class FakeTransport: HTTPTransport {
    let sending: StubbedCall<HTTPRequest, HTTPResponse, HTTPError>

    init(_ server: FakeServer) {
        let wire = Wire(server: server)
        sending = StubbedCall(
            .compute { request throws(HTTPError) in try wire.answer(to: request) },
            failing: HTTPError(.connectionLost), cancelled: HTTPError(.cancelled))
    }

    @concurrent func send(
        _ request: HTTPRequest, onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> HTTPResponse {
        try await sending(request)
    }
}

/// What the server makes of requests.
private struct Wire: Sendable {
    let server: FakeServer

    func answer(to request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        let path = request.url.path().split(separator: "/").map(String.init)
        let body: Data = if case .data(let data) = request.body { data } else { Data() }
        do throws(HTTPError) {
            if path.first == "session" {
                if path.count > 1 { return try answer(try server.refresh(path[1])) }
                let who = try decode([String: String].self, body)
                return try answer(try server.signIn(who["user"] ?? "", who["password"] ?? ""))
            }
            guard request.headers["Authorization"] == "Bearer \(server.tokens.access)" else {
                throw HTTPError(status: 401)
            }
            return try answer(to: request, path, body)
        } catch {
            guard let status = error.status else { throw error }
            return HTTPResponse(status: status)
        }
    }

    private func answer(to request: HTTPRequest, _ path: [String], _ body: Data) throws(HTTPError) -> HTTPResponse {
        let key = request.headers["Idempotency-Key"] ?? ""
        let id = path.count > 1 ? Int(path[1]) ?? 0 : 0
        switch (request.method, path.count) {
        case (.get, 1): return try answer(try server.list())
        case (.get, _): return try answer(try server.find(id))
        case (.post, 1): return try answer(try server.add(try decode(Draft.self, body), key: key))
        case (.post, _): return try answer(try server.pay(id, key: key))
        case (.put, _): return try answer(try server.replace(try decode(Expense.self, body)))
        case (.delete, _): return try answer(try server.remove(id))
        case (.patch, _):
            return try answer(try server.rename(id, to: try decode([String: String].self, body)["title"] ?? ""))
        default: throw HTTPError(status: 405)
        }
    }

    private func answer(_ value: some Encodable) throws(HTTPError) -> HTTPResponse {
        guard let body = try? JSONEncoder().encode(value) else { throw HTTPError(status: 500) }
        return HTTPResponse(status: 200, body: body)
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ body: Data) throws(HTTPError) -> Value {
        guard let value = try? JSONDecoder().decode(type, from: body) else { throw HTTPError(status: 400) }
        return value
    }
}
