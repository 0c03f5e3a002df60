#if os(Linux)
import CISWorkers
import Foundation
import TestSupport
import Testing

/// Each runs in a process of its own, whose files may not grow beyond a limit.
extension `Responses written to a file` {
    private static func limitFiles(to bytes: rlim_t) {
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }

    @Test func `a disk that is full ends the request, and nothing is left`() async {
        await #expect(processExitsWith: .success) {
            `Responses written to a file`.limitFiles(to: 100_000)
            let test = try `Responses written to a file`()
            let server = try LoopbackServer(.status(200, bytes: Array(`Responses written to a file`.content)))
            let client = test.saving(server)
            let error = await failure { () async throws(HTTPError) in
                try await client.send(Endpoint(.get, "x", decoder: .none))
            }
            #expect(error?.code == .tooLarge)
            #expect(error?.description.contains("“film” cannot be written: File too large") == true)
            try await test.settle()
            #expect(test.names.isEmpty)
        }
    }

    @Test func `content that is not written is no file, also if its end arrives after the disk was full`() async {
        await #expect(processExitsWith: .success) {
            `Responses written to a file`.limitFiles(to: 50_000)
            let test = try `Responses written to a file`()
            let files = test.transport.files
            let hold = Hold()
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nea60\r\n"
            let server = try LoopbackServer(
                Reply(
                    .send(Array("\(head)\(String(repeating: "a", count: 60_000))\r\n".utf8)), .hold(hold),
                    .send(Array("0\r\n\r\n".utf8))))
            let client = test.saving(server)
            files.suspend()
            let error = await failure { () async throws(HTTPError) in
                for try await event in client.transfer(Endpoint(.get, "x", decoder: .none)) {
                    guard case .progress(let progress) = event, progress.received == 60_000 else { continue }
                    files.resume()
                    // The queue has tried to write all of it.
                    await withCheckedContinuation { continuation in files.async { continuation.resume() } }
                    hold.open()
                }
            }
            #expect(error?.code == .tooLarge)
            try await test.settle()
            #expect(test.names.isEmpty)
        }
    }
}
#endif
