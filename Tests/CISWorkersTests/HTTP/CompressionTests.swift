import CIS
import CISWorkers
import Foundation
import TestSupport
import Testing

/// Compressed content.
@Suite struct `Compressed content` {
    /// The letters of `Content.text`, made with python's gzip and zlib.
    private enum Content {
        static let text = (0..<400).map { "\($0) " }.joined()
        static let gzip = data(
            """
            H4sIAAAAAAACAx3UwYHDMAwDwVZQggFIstV/Y1nmz7skOxQfWVG1tHX06tOVH9ly5MpL3vKRX/mTr/Io/E2UKkvZylFe5VOu+qhW\
            +ZdVl7rVo77qp16tR8ta0eITl9bWOlqv1qd1tR9ta0e72nyhrX20X+1P++o8OtaJTnWWDt/36Lw6n87V++i13uit3qV36+XnvHo/\
            vVffo8/6oq/6lr6t7+jj1376ru6ja93oVnfpbt2j++oSY2qQ46HHQ5CHIg9JHpo8RHmo8pDlYe6fjbkJN+Um3bSbeFNv8tHPBHSm\
            L3M0NBFNRZPRdDQhTUmT0rR0B4I5cpqeJqgpapKapiaqqWqyeo0Yc5Q1aU1bE9fUNXlNXxPYFPYeWuaIbCqbzKazCW1Km9SmtYnt\
            MzvAHL1NcFPcJDfNTXRT3WQ33f3OsjBHetPexDf1TX7T3wAYAUPgb7aKORQMg3EwEEbCUBgLg2E0fGf9Zv9YQDyCR/AIHsEjeASP\
            4BE84llU5vAIHsEjeASP4BE8Mvs8C/3faOZmp2epZ6tnrWevZ7HxCB7BI53VZw6P4BE8gkfwCB7BI3gEj6x5I8zhETyCR/AIHsEj\
            eASP4JE9j4k5PIJH8AgewSN4BI/gETxy5tUxh0fwCB7BI3gEj+ARPIJH3nmezOERPIJH8AgewSN4BI/gkW/eMXN4BI/gETyCR/AI\
            HsEjeOTOg58Xz5PHo3gUj+JRPIpH8SgexaOe08AcHsWjeBSP4lE8ikfxKB7N3BDm8CgexaN4FI/i0bk0c2rm1vyPDXNzbubezMGZ\
            izMnB4/iUTyKR9dcJebwKB7Fo3gUj+JRPIpH8eie88UcHsWjeBSP4lE8ikfxKB49c+eYw6N4FI/iUTyKR/EoHsWj7xxE5vAoHsWj\
            eBSP4lE8ikfx6DeXkzk8ikfxKB7Fo3gUj+JRPHrnxF79AEIceqfSBQAA
            """)
        static let deflate = data(
            """
            eJwd1MGBwzAMA8FWUIIBSLLVf2NZ5s+7JDsUH1lRtbR19OrTlR/ZcuTKS97ykV/5k6/yKPxNlCpL2cpRXuVTrvqoVvmXVZe61aO+\
            6qderUfLWtHiE5fW1jpar9andbUfbWtHu9p8oa19tF/tT/vqPDrWiU51lg7f9+i8Op/O1fvotd7ord6ld+vl57x6P71X36PP+qKv\
            +pa+re/o49d++q7uo2vd6FZ36W7do/vqEmNqkOOhx0OQhyIPSR6aPER5qPKQ5WHun425CTflJt20m3hTb/LRzwR0pi9zNDQRTUWT\
            0XQ0IU1Jk9K0dAeCOXKaniaoKWqSmqYmqqlqsnqNGHOUNWlNWxPX1DV5TV8T2BT2HlrmiGwqm8ymswltSpvUprWJ7TM7wBy9TXBT\
            3CQ3zU10U91kN939zrIwR3rT3sQ39U1+098AGAFD4G+2ijkUDINxMBBGwlAYC4NhNHxn/Wb/WEA8gkfwCB7BI3gEj+ARPOJZVObw\
            CB7BI3gEj+ARPDL7PAv932jmZqdnqWerZ61nr2ex8QgewSOd1WcOj+ARPIJH8AgewSN4BI+seSPM4RE8gkfwCB7BI3gEj+CRPY+J\
            OTyCR/AIHsEjeASP4BE8cubVMYdH8AgewSN4BI/gETyCR955nszhETyCR/AIHsEjeASP4JFv3jFzeASP4BE8gkfwCB7BI3jkzoOf\
            F8+Tx6N4FI/iUTyKR/EoHsWjntPAHB7Fo3gUj+JRPIpH8SgezdwQ5vAoHsWjeBSP4tG5NHNq5tb8jw1zc27m3szBmYszJweP4lE8\
            ikfXXCXm8CgexaN4FI/iUTyKR/HonvPFHB7Fo3gUj+JRPIpH8SgePXPnmMOjeBSP4lE8ikfxKB7Fo+8cRObwKB7Fo3gUj+JRPIpH\
            8eg3l5M5PIpH8SgexaN4FI/iUTx658Re/QB4IQ7Y
            """)
        static let rawDeflate = data(
            """
            HdTBgcMwDAPBVlCCAUiy1X9jWebPuyQ7FB9ZUbW0dfTq05Uf2XLkykve8pFf+ZOv8ij8TZQqS9nKUV7lU676qFb5l1WXutWjvuqn\
            Xq1Hy1rR4hOX1tY6Wq/Wp3W1H21rR7vafKGtfbRf7U/76jw61olOdZYO3/fovDqfztX76LXe6K3epXfr5ee8ej+9V9+jz/qir/qW\
            vq3v6OPXfvqu7qNr3ehWd+lu3aP76hJjapDjocdDkIciD0kemjxEeajykOVh7p+NuQk35SbdtJt4U2/y0c8EdKYvczQ0EU1Fk9F0\
            NCFNSZPStHQHgjlymp4mqClqkpqmJqqparJ6jRhzlDVpTVsT19Q1eU1fE9gU9h5a5ohsKpvMprMJbUqb1Ka1ie0zO8AcvU1wU9wk\
            N81NdFPdZDfd/c6yMEd6097EN/VNftPfABgBQ+Bvtoo5FAyDcTAQRsJQGAuDYTR8Z/1m/1hAPIJH8AgewSN4BI/gETziWVTm8Age\
            wSN4BI/gETwy+zwL/d9o5manZ6lnq2etZ69nsfEIHsEjndVnDo/gETyCR/AIHsEjeASPrHkjzOERPIJH8AgewSN4BI/gkT2PiTk8\
            gkfwCB7BI3gEj+ARPHLm1TGHR/AIHsEjeASP4BE8gkfeeZ7M4RE8gkfwCB7BI3gEj+CRb94xc3gEj+ARPIJH8AgewSN45M6DnxfP\
            k8ejeBSP4lE8ikfxKB7Fo57TwBwexaN4FI/iUTyKR/EoHs3cEObwKB7Fo3gUj+LRuTRzaubW/I8Nc3Nu5t7MwZmLMycHj+JRPIpH\
            11wl5vAoHsWjeBSP4lE8ikfx6J7zxRwexaN4FI/iUTyKR/EoHj1z55jDo3gUj+JRPIpH8SgexaPvHETm8CgexaN4FI/iUTyKR/Ho\
            N5eTOTyKR/EoHsWjeBSP4lE8eufEXv0A
            """)

        private static func data(_ text: String) -> [UInt8] {
            [UInt8](Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
        }
    }

    private func reply(_ coding: String, _ bytes: [UInt8]) -> Reply {
        .status(200, ["Content-Encoding": coding], bytes: bytes)
    }

    private static func chunked(_ coding: String, _ bytes: [UInt8], by size: Int) -> Reply {
        var answer = Array("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            let part = bytes[start..<min(start + size, bytes.count)]
            answer += Array("\(String(part.count, radix: 16))\r\n".utf8) + part + [13, 10]
        }
        return Reply(.send(answer + Array("0\r\n\r\n".utf8)))
    }

    @Test(
        arguments: Carrier.allCases,
        [("gzip", Content.gzip), ("x-gzip", Content.gzip), ("GZIP", Content.gzip), ("deflate", Content.deflate)])
    func `content is decompressed`(carrier: Carrier, content: (coding: String, bytes: [UInt8])) async throws {
        let server = try LoopbackServer(
            reply(content.coding, content.bytes), Self.chunked(content.coding, content.bytes, by: 1))
        let client = carrier.client(server)
        #expect(try await client.send(.page) == Content.text)
        #expect(try await client.send(.page) == Content.text)
        #expect(server.requests.first?.headers["accept-encoding"]?.contains("gzip") == true)
    }

    @Test(arguments: Carrier.allCases)
    func `deflate may come without its frame`(carrier: Carrier) async throws {
        let server = try LoopbackServer(reply("deflate", Content.rawDeflate))
        #expect(try await carrier.client(server).send(.page) == Content.text)
    }

    #if os(Linux)
    private static func cut(_ bytes: [UInt8], by count: Int) -> [Reply] {
        let part = Array(bytes.dropLast(count))
        return [
            .status(200, ["Content-Encoding": "gzip"], bytes: part),
            Reply(.send(Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".utf8) + part), .close),
            chunked("gzip", part, by: 100),
        ]
    }

    /// Everything that frames the content is complete: only the content itself ends too early. libcurl, and with it
    /// Foundation on Linux, does not notice this.
    @Test(arguments: [1, 4, 8, 9, 200, 400])
    func `compressed content that is cut is a lost connection`(count: Int) async throws {
        for reply in Self.cut(Content.gzip, by: count) {
            let server = try LoopbackServer(reply)
            let error = await failure { () async throws(HTTPError) in try await client(server.url).page() }
            #expect(error?.code == .connectionLost, "\(String(describing: error))")
        }
    }

    @Test func `a range is not asked for in a compressed form, of which it would be a piece`() async throws {
        let server = try LoopbackServer(.status(206, body: "part"))
        let range = Endpoint(.get, "x", headers: ["Range": "bytes=5-8"], decoder: .text)
        #expect(try await client(server.url).send(range) == "part")
        #expect(server.requests.first?.headers["accept-encoding"] == nil)
    }

    @Test func `of compressed content that is cut, no file is made`() async throws {
        let folder = try TemporaryFolder()
        let transport = CurlTransport()
        let server = try LoopbackServer(reply("gzip", Array(Content.gzip.dropLast(9))))
        let client = client(server.url, over: transport.saving(to: folder("file")))
        let error = await failure { () async throws(HTTPError) in
            try await client.send(Endpoint(.get, "x", decoder: .none))
        }
        #expect(error?.code == .connectionLost)
        await withCheckedContinuation { continuation in transport.files.async { continuation.resume() } }
        #expect(!FileManager.default.fileExists(atPath: folder("file").path))
    }

    @Test(arguments: seeds(1, for: "broken compression"))
    func `law: content that was changed or cut is an error, or the original`(seed: UInt64) async throws {
        let dice = LockedValue(Dice(seed: seed))
        let emptied = LockedValue(false)
        let server = try LoopbackServer { _ in
            dice.withLock { dice in
                var bytes = Content.gzip
                for _ in 0...Int.random(in: 0..<3, using: &dice) where !bytes.isEmpty {
                    let index = Int.random(in: bytes.indices, using: &dice)
                    switch Int.random(in: 0..<4, using: &dice) {
                    case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &dice)
                    case 1: bytes.remove(at: index)
                    case 2: bytes.insert(UInt8.random(in: .min ... .max, using: &dice), at: index)
                    default: bytes.removeLast(bytes.count - index - 1)
                    }
                }
                emptied.withLock { $0 = bytes.isEmpty }
                return Self.chunked("gzip", bytes, by: Int.random(in: 1...1000, using: &dice))
            }
        }
        let client = client(server.url)
        for _ in 0..<repetitions(1000, atLeast: 100) {
            do throws(HTTPError) {
                let page = try await client.page()
                // Content of no bytes at all is empty, as in Go.
                #expect(page == Content.text || page.isEmpty && emptied.withLock { $0 })
            } catch {
                #expect([.connectionLost, .decoding].contains(error.code), "\(error)")
            }
        }
    }

    @Test func `content in several members is joined`() async throws {
        let both = Content.gzip + Content.gzip
        let server = try LoopbackServer(
            reply("gzip", both), Self.chunked("gzip", both, by: 7), reply("gzip", both.dropLast(5)))
        let client = client(server.url)
        for _ in 1...2 { #expect(try await client.page() == Content.text + Content.text) }
        let error = await failure { () async throws(HTTPError) in try await client.page() }
        #expect(error?.code == .connectionLost)
    }

    @Test func `zeros after the content are ignored`() async throws {
        let server = try LoopbackServer(reply("gzip", Content.gzip + [UInt8](repeating: 0, count: 512)))
        #expect(try await client(server.url).page() == Content.text)
    }

    /// The disk is blocked until a pause was necessary.
    @Test func `decompressed content that is larger than the memory for a slow disk arrives completely`() async throws {
        let folder = try TemporaryFolder()
        let transport = CurlTransport()
        transport.files.suspend()
        let server = try LoopbackServer(reply("gzip", Array(repeating: Content.gzip, count: 2000).flatMap { $0 }))
        let client = client(server.url, over: transport.saving(to: folder("file")))
        var isSuspended = true
        for try await event in client.transfer(Endpoint(.get, "x", decoder: .none)) {
            guard case .progress(let progress) = event, isSuspended, progress.received > 400 << 10 else { continue }
            isSuspended = false
            transport.files.resume()
        }
        let expected = Data(String(repeating: Content.text, count: 2000).utf8)
        #expect(try Data(contentsOf: folder("file")) == expected)
    }

    @Test func `a caller's own Accept-Encoding is sent`() async throws {
        let server = try LoopbackServer(.status(200))
        let client = client(server.url) { _ in
        } http: {
            $0.headers["Accept-Encoding"] = "identity"
        }
        _ = try await client.page()
        #expect(server.requests.first?.headers["accept-encoding"] == "identity")
    }
    #endif

    @Test(arguments: Carrier.allCases, [200, 204, 304])
    func `compressed content that is empty is empty`(carrier: Carrier, status: Int) async throws {
        let length = status == 200 ? 0 : nil
        let server = try LoopbackServer(
            Reply(.send(Array(Reply.head(status, ["Content-Encoding": "gzip"], length: length).utf8))))
        let answer = try await carrier.client(server).send(
            Endpoint(.get, "x", accepted: [200, 204, 304], decoder: .response))
        #expect(answer.status == status)
        #expect(answer.body.isEmpty)
    }

    @Test(
        arguments: Carrier.allCases,
        [("UTF-8", Array("hello".utf8)), ("rot13", Array("hello".utf8)), ("gzip", Array("hello".utf8))])
    func `an unknown coding, and content that does not have its coding, are not retried`(
        carrier: Carrier, content: (coding: String, bytes: [UInt8])
    ) async throws {
        let server = try LoopbackServer(reply(content.coding, content.bytes))
        // The clock stands still: a second attempt would never come.
        let client = carrier.client(server) { $0.retry = RetryPolicy(attempts: 3) }
        let error = await failure { () async throws(HTTPError) in try await client.send(.page) }
        #expect(error?.code == .decoding, "\(String(describing: error))")
        #expect(server.requests.count == 1)
    }
}
