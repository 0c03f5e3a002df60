import CISWorkers
import Foundation
import TestSupport
import Testing

@Suite struct `HTTP methods` {
    @Test(arguments: [HTTPMethod.get, .head, .put, .delete, HTTPMethod("OPTIONS"), HTTPMethod("TRACE")])
    func `may be sent twice`(method: HTTPMethod) {
        #expect(method.isIdempotent)
    }

    @Test(arguments: [HTTPMethod.post, .patch, HTTPMethod("LOCK"), HTTPMethod("get")])
    func `may not be sent twice, because the server may process it twice`(method: HTTPMethod) {
        #expect(!method.isIdempotent)
    }

    @Test(arguments: [HTTPMethod.get, .head, .put, .delete, .post, .patch])
    func `a method that is made from a name is the same as the constant`(method: HTTPMethod) {
        let made = HTTPMethod(method.name)
        #expect(made == method)
        #expect(Set([made, method]).count == 1)
        #expect(made.isIdempotent == method.isIdempotent)
        #expect(HTTPMethod(method.name, isIdempotent: !method.isIdempotent) == method)
    }

    @Test(arguments: Carrier.allCases)
    func `a HEAD that is made from its name has no body`(carrier: Carrier) async throws {
        let server = try LoopbackServer(Reply(.send(Array(Reply.head(200, ["X-A": "b"], length: 5).utf8))))
        let answer = try await carrier.client(server).send(Endpoint(HTTPMethod("HEAD"), "x", decoder: .response))
        #expect(answer.headers["x-a"] == "b")
    }

    @Test(arguments: ["GET", "HEAD"])
    func `a method that is made from its name may not have a body either`(name: String) async throws {
        let server = try LoopbackServer(.status(200))
        let error = await failure { () async throws(HTTPError) in
            try await Carrier.usual.client(server).send(
                Endpoint(HTTPMethod(name), "x", body: .data(Data([1])), decoder: .none))
        }
        #expect(error?.code == .invalidRequest)
    }

    @Test func `an endpoint that gets another method is repeated like that method, unless it says otherwise`() {
        var endpoint = Endpoint(.get, "x", decoder: .none)
        endpoint.method = .post
        #expect(!endpoint.mayBeRepeated)
        endpoint.mayBeRepeated = true
        endpoint.method = .patch
        #expect(endpoint.mayBeRepeated)
    }

    @Test func `a redirected POST that is made from its name becomes a GET`() async throws {
        let server = try LoopbackServer(.redirect(302, to: "/there"), .status(200))
        try await Carrier.usual.client(server).send(
            Endpoint(HTTPMethod("POST", isIdempotent: true), "x", body: .data(Data([1])), decoder: .none))
        #expect(server.requests.map(\.method) == ["POST", "GET"])
    }
}
