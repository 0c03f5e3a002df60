#if os(Linux)
import CISWorkers
import Foundation
import TestSupport
import Testing

/// Bodies that come from a file; see also `TransferTests`.
@Suite struct `Uploads from a file` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func put(_ file: URL, to server: LoopbackServer) async throws(HTTPError) {
        _ = try await CurlTransport().send(HTTPRequest(.put, server.url, body: .file(file))) { _ in }
    }

    @Test func `a file that becomes shorter while it is sent is an error, and is not padded`() async throws {
        let size = 4 << 20
        try Data(count: size).write(to: folder("content"))
        let server = try LoopbackServer(readsBody: { _ in false }) { [folder] _ in
            try? FileHandle(forWritingTo: folder("content")).truncate(atOffset: 1000)
            return Reply(.untilHangUp)
        }
        let error = await failure { () async throws(HTTPError) in try await put(folder("content"), to: server) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.description.contains("“content” has become shorter") == true)
    }

    @Test func `what is no file is refused before anything is sent`() async throws {
        let server = try LoopbackServer(.status(200))
        mkfifo(folder("pipe").path, 0o600)
        for name in ["pipe", "nothing", "."] {
            let error = await failure { () async throws(HTTPError) in try await put(folder(name), to: server) }
            #expect(error?.code == .invalidRequest)
        }
        #expect(server.connectionCount == 0)
    }

    @Test func `a file is read while others are sent`() async throws {
        let content = Data((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        try content.write(to: folder("content"))
        let transport = CurlTransport()
        let server = try LoopbackServer(.status(200, body: "well"))
        transport.files.suspend()
        let upload = Task { [folder] in
            try await transport.send(HTTPRequest(.put, server.url, body: .file(folder("content")))) { _ in }
        }
        // The disk is blocked, but other requests continue.
        for _ in 1...3 { #expect(try await client(server.url, over: transport).page() == "well") }
        transport.files.resume()
        #expect(try await upload.value.status == 200)
        #expect(server.requests.first { $0.method == "PUT" }?.bodySize == content.count)
    }
}
#endif
