import CISWorkers
import Foundation
import TestSupport
import Testing

/// Bodies in `multipart/form-data`.
@Suite struct `Multipart bodies` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try Data("a picture".utf8).write(to: folder("photo 1.jpg"))
        try Data().write(to: folder("empty"))
    }

    private func post(_ parts: [HTTPBody.Part], to server: LoopbackServer, _ carrier: Carrier) async throws(HTTPError) {
        try await carrier.client(server).send(Endpoint(.post, "form", body: .multipart(parts), decoder: .none))
    }

    private func boundary(_ request: LoopbackServer.Request?) throws -> String {
        let type = try #require(request?.headers["content-type"])
        return String(try #require(type.wholeMatch(of: /multipart\/form-data; boundary=([-A-Za-z0-9]+)/)).1)
    }

    @Test(arguments: Carrier.allCases)
    func `fields, bytes and files arrive in their order`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.status(200))
        try await post(
            [
                .field("title", "영수증\r\n--"), .file("photo", folder("photo 1.jpg"), contentType: "image/jpeg"),
                .data("note", Data([0, 255]), fileName: "n.bin"), .file("none", folder("empty"), fileName: "e"),
                .field("title", ""),
            ], to: server, carrier)
        let boundary = try boundary(server.requests.first)
        let head = "--\(boundary)\r\nContent-Disposition: form-data; name="
        var expected = Data("\(head)\"title\"\r\n\r\n영수증\r\n--\r\n".utf8)
        expected += Data(
            "\(head)\"photo\"; filename=\"photo 1.jpg\"\r\nContent-Type: image/jpeg\r\n\r\na picture\r\n".utf8)
        expected += Data(
            "\(head)\"note\"; filename=\"n.bin\"\r\nContent-Type: application/octet-stream\r\n\r\n".utf8)
        expected += [0, 255]
        expected += Data(
            "\r\n\(head)\"none\"; filename=\"e\"\r\nContent-Type: application/octet-stream\r\n\r\n\r\n".utf8)
        expected += Data("\(head)\"title\"\r\n\r\n\r\n--\(boundary)--\r\n".utf8)
        #expect(server.requests.first.map { Data($0.body) } == expected)
        #expect(server.requests.first?.headers["content-length"] == "\(expected.count)")
    }

    @Test(arguments: Carrier.allCases)
    func `a form without parts is its end`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.status(200))
        try await post([], to: server, carrier)
        #expect(server.requests.first?.text == "--\(try boundary(server.requests.first))--\r\n")
    }

    @Test func `a name cannot become a header or another part`() async throws {
        let server = try LoopbackServer(.status(200))
        try await post(
            [.data("a\"\r\nX: 1", Data(), fileName: "b\"; x=\"\n", contentType: "x/y")], to: server, .usual)
        let text = try #require(server.requests.first?.text)
        #expect(text.contains("name=\"a%22%0D%0AX: 1\"; filename=\"b%22; x=%22%0A\"\r\nContent-Type: x/y\r\n\r\n"))
    }

    @Test func `a content type with a line break is refused`() async throws {
        let server = try LoopbackServer(.status(200))
        let error = await failure { () async throws(HTTPError) in
            try await post([.data("a", Data(), fileName: "b", contentType: "x\r\n\r\ny")], to: server, .usual)
        }
        #expect(error?.code == .invalidRequest)
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: Carrier.allCases)
    func `a file that is missing is named, and nothing is sent`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.status(200))
        let error = await failure { () async throws(HTTPError) in
            try await post([.field("a", "b"), .file("photo", folder("missing.jpg"))], to: server, carrier)
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.description.contains("“missing.jpg” cannot be read") == true)
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: Carrier.allCases)
    func `a large file arrives completely, and progress ends at the total`(carrier: Carrier) async throws {
        let size = fewerWhenSanitized(3_000_000) + 1
        try Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }).write(to: folder("large"))
        let server = try LoopbackServer(.status(200))
        let body = HTTPBody.multipart([.file("a", folder("large")), .file("b", folder("large"))])
        var last = HTTPProgress()
        let endpoint = Endpoint(.post, "form", body: body, decoder: .none)
        for try await case .progress(let progress) in carrier.client(server).transfer(endpoint) { last = progress }
        let received = try #require(server.requests.first)
        #expect(received.bodySize > 2 * size)
        #expect(last.sent == Int64(received.bodySize))
        #expect(last.fractionSent == 1)
        let start = try #require(Data(received.body).firstRange(of: Data("\r\n\r\n".utf8)))
        let part = Data(received.body)[start.upperBound...].prefix(min(size, 500_000))
        #expect(try Data(contentsOf: folder("large")).prefix(part.count).elementsEqual(part))
    }

    @Test(arguments: Carrier.allCases)
    func `a second attempt sends the same bytes`(carrier: Carrier) async throws {
        let server = try LoopbackServer(.status(503, ["Retry-After": "0"]), .status(200))
        var endpoint = Endpoint(
            .post, "form", body: .multipart([.field("a", "b"), .file("photo", folder("photo 1.jpg"))]), decoder: .none)
        endpoint.mayBeRepeated = true
        try await carrier.client(server) { $0.retry = RetryPolicy(attempts: 2) }.send(endpoint)
        #expect(server.requests.count == 2)
        #expect(server.requests.first?.body == server.requests.last?.body)
    }

    /// Runs in a process with a folder of its own for temporary files.
    @Test func `no temporary file is left`() async {
        await #expect(processExitsWith: .success) {
            let test = try `Multipart bodies`()
            let folder = try TemporaryFolder()
            setenv("TMPDIR", folder.url.path, 1)
            for carrier in Carrier.allCases {
                for reply in [Reply.status(200), .hangUp] {
                    let server = try LoopbackServer(reply)
                    try? await test.post([.file("photo", test.folder("photo 1.jpg"))], to: server, carrier)
                    #expect(server.requests.count == 1)
                }
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
        }
    }

    @Test func `no text has the content in it`() {
        let parts = [HTTPBody.Part.field("name", "s3cret"), .data("x", Data("s3cret".utf8), fileName: "s3cret")]
        var text = "\(parts)" + String(reflecting: parts)
        dump(parts, to: &text)
        dump(HTTPBody.multipart(parts), to: &text)
        #expect(!text.contains("s3cret"))
        #expect("\(HTTPBody.Content.joined([.none, .data(Data("s3cret".utf8))]))" == "2 pieces")
    }
}
