import Foundation
import ReceiptCommandLine
import Testing

/// `receipt --server URL` against a server on the loopback interface.
@MainActor struct ServerTests {
    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
    }

    /// Returns a server that gives out upload addresses, and accepts the uploads. `instead` can answer a request differently.
    private static func server(
        instead: @escaping @Sendable (LoopbackServer.Request) -> Reply? = { _ in nil }
    ) throws -> LoopbackServer {
        try LoopbackServer { request in
            if let reply = instead(request) { return reply }
            switch (request.method, request.target) {
            case ("POST", "/v1/image-upload-urls"):
                let asked = try? JSONDecoder().decode([String: [String]].self, from: Data(request.body))
                let urls = (asked?["fileNames"] ?? []).map {
                    #"{"uploadUrl":"/put/\#($0)?sig=a%2Bb","objectKey":"key-\#($0)"}"#
                }
                return .json(#"{"uploadUrls":[\#(urls.joined(separator: ","))]}"#)
            case ("PUT", let target) where target.hasPrefix("/put/"): return .status(204)
            case ("POST", "/v1/quotations"): return .status(201, ["Location": "/v1/quotations/7"])
            default: return .status(404)
            }
        }
    }

    private func send(to server: LoopbackServer, _ arguments: String...) async -> (ExitCode, ConsoleStub) {
        let console = ConsoleStub()
        let images = ["--attach", Workplace.jpeg, "--attach", Workplace.png]
        let address = server.url.absoluteString + "/v1/"
        return (await workplace.run(["send"] + images + ["--server", address] + arguments, console), console)
    }

    @Test
    func `UR-28, UR-31 to UR-33: images are put in parallel, then the request is made, and its address comes last`()
        async throws
    {
        // An upload is answered only when both have arrived, so uploads one after the other would never end.
        let both = [Hold(), Hold()]
        let server = try Self.server { request in
            guard request.method == "PUT" else { return nil }
            return Reply(
                .hold(both[request.target.contains("uuid-1") ? 0 : 1]), .send(Array(Reply.head(204, length: 0).utf8)))
        }
        let run = Task { await send(to: server, "--requests", "빠른 견적") }
        for hold in both { await hold.reached() }
        for hold in both { hold.open() }
        let (code, console) = await run.value
        #expect(code == .success)
        #expect(console.output == ["[toast] 견적 요청을 성공하였습니다 :)", "\(server.url)/v1/quotations/7"])

        let names = ["1700000000.5_uuid-1.jpg", "1700000000.5_uuid-2.jpg"]
        let puts = server.requests.filter { $0.method == "PUT" }.sorted { $0.target < $1.target }
        #expect(puts.map(\.target) == names.map { "/put/\($0)?sig=a%2Bb" })
        let originals = try [Workplace.jpeg, Workplace.png].map { try Data(contentsOf: URL(filePath: $0)) }
        #expect(puts.map { Data($0.body) } == originals)
        for name in names { #expect(console.errors.contains("[upload] \(name) 100 %")) }

        let quotation = try #require(server.requests.last)
        let sent = try JSONDecoder().decode(Quotation.self, from: Data(quotation.body))
        #expect(sent == Quotation(uploadUrlObjectKeys: names.map { "key-\($0)" }, requests: "빠른 견적"))
        #expect(try workplace.stored().isEmpty)
    }

    private struct Quotation: Decodable, Equatable {
        var uploadUrlObjectKeys: [String]
        var requests: String?
    }

    @Test func `UR-19 an upload that fails shows why, and no request is made`() async throws {
        let server = try Self.server { $0.target.contains("uuid-2") ? .status(403, body: "s3cret") : nil }
        let (code, console) = await send(to: server)
        #expect(code == .failure)
        #expect(
            console.toasts.first?.contains("status 403 (PUT \(server.url)/put/1700000000.5_uuid-2.jpg?sig=…)") == true)
        #expect(!console.transcript.contains("s3cret"))
        #expect(!server.requests.contains { $0.target.contains("quotations") })
    }

    @Test func `AR-04 a request that the server refuses is an error, and is not repeated`() async throws {
        let server = try Self.server { $0.target.contains("quotations") ? .status(503) : nil }
        let (code, console) = await send(to: server)
        #expect(code == .failure)
        #expect(console.errors.last?.contains("Not sent. The server answered with status 503") == true)
        #expect(server.requests.count { $0.target.contains("quotations") } == 1)
    }

    @Test func `an answer that cannot be read is an error`() async throws {
        let server = try Self.server {
            $0.target.contains("urls") ? .json(#"{"uploadUrls":[{"objectKey":"x"}]}"#) : nil
        }
        let (code, console) = await send(to: server)
        #expect(code == .failure)
        #expect(console.toasts.first?.contains("“uploadUrls[0].uploadUrl” is missing") == true)
    }

    @Test(arguments: [[], ["/put/1"], ["/put/1", "/put/2", "/put/3"], ["/put/1", "/put/1"]])
    func `UR-31 a server that does not give each image an address of its own loses none: nothing is uploaded or sent`(
        addresses: [String]
    ) async throws {
        let urls = addresses.enumerated().map { #"{"uploadUrl":"\#($1)","objectKey":"\#($0)"}"# }
        let server = try Self.server {
            $0.target.contains("urls") ? .json(#"{"uploadUrls":[\#(urls.joined(separator: ","))]}"#) : nil
        }
        let (code, console) = await send(to: server)
        #expect(code == .failure)
        let reason = "2 images need as many upload addresses and keys, all different; the server has given"
        #expect(
            console.toasts.first?.contains("\(reason) \(Set(addresses).count) and \(addresses.count)") == true)
        #expect(server.requests.count == 1, "only the addresses were asked for")
    }

    @Test(arguments: ["/v1", "/v1/"])
    func `UR-32 a relative upload address begins at the URL of the server, with a slash at its end or not`(
        path: String
    ) async throws {
        let server = try Self.server { request in
            if request.target == "/v1/put/1" { return .status(204) }
            guard request.target.contains("urls") else { return nil }
            return .json(#"{"uploadUrls":[{"uploadUrl":"put/1","objectKey":"1"}]}"#)
        }
        let (code, _) = await workplace.send("--attach", Workplace.jpeg, "--server", "\(server.url)\(path)")
        #expect(code == .success)
        #expect(server.requests.map(\.target) == ["/v1/image-upload-urls", "/v1/put/1", "/v1/quotations"])
    }

    @Test func `UR-32 an upload address that is no URL is named`() async throws {
        let server = try Self.server {
            $0.target.contains("urls") ? .json(#"{"uploadUrls":[{"uploadUrl":"","objectKey":"1"}]}"#) : nil
        }
        let (code, console) = await workplace.send("--attach", Workplace.jpeg, "--server", "\(server.url)")
        #expect(code == .failure)
        #expect(console.toasts.first?.contains("the server has returned the upload address “”, no URL") == true)
    }

    @Test func `UR-19 if some images were uploaded, no message says that none was`() async throws {
        let server = try Self.server { $0.target.contains("uuid-2") ? .status(403) : nil }
        let (_, console) = await send(to: server)
        #expect(
            console.errors.last == "error: Not sent. The upload was not completed; the message above says why.")
    }

    @Test func `a server that closes the connection in the middle is an error`() async throws {
        let server = try Self.server { $0.target.contains("urls") ? .resetInBody : nil }
        let (code, console) = await send(to: server)
        #expect(code == .failure)
        #expect(console.toasts.first?.contains("The connection to the server was lost") == true)
    }

    @Test(arguments: ["localhost:8080", "ftp://h", "http://", "nothing at all"])
    func `an invalid address is named, with the remedy`(address: String) async throws {
        let (code, console) = await workplace.send("--attach", Workplace.jpeg, "--server", address)
        #expect(code == .usage)
        #expect(
            console.errors == [
                "error: “\(address)” is no address of a server. Give an address such as http://localhost:8080."
            ])
    }
}
