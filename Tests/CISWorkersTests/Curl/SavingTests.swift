#if os(Linux)
import CISWorkers
import Foundation
import TestSupport
import Testing

/// Responses that are written to a file.
@Suite struct `Responses written to a file` {
    private let folder: TemporaryFolder
    let transport = CurlTransport()

    init() throws {
        folder = try TemporaryFolder()
    }

    static let content = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })

    func saving(_ server: LoopbackServer, as name: String = "film") -> HTTPClient {
        client(server.url, over: transport.saving(to: folder(name)))
    }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? [] }

    /// Returns when all pending file operations of the transport are done.
    func settle() async throws {
        let server = try LoopbackServer(.status(200))
        try await saving(server, as: "last").send(Endpoint(.get, "x", decoder: .none))
        try FileManager.default.removeItem(at: folder("last"))
        await withCheckedContinuation { continuation in transport.files.async { continuation.resume() } }
    }

    @Test func `the content is in the file and not in the answer, and progress counts it`() async throws {
        let server = try LoopbackServer(.status(200, ["X-A": "b"], bytes: Array(Self.content)))
        var received: [Int64] = []
        var answer: HTTPResponse?
        for try await event in saving(server).transfer(Endpoint(.get, "x", decoder: .response)) {
            switch event {
            case .progress(let progress): received.append(progress.received)
            case .finished(let response): answer = response
            }
        }
        #expect(answer?.body.isEmpty == true)
        #expect(answer?.headers["X-A"] == "b")
        #expect(received == received.sorted())
        #expect(received.last == Int64(Self.content.count))
        #expect(try Data(contentsOf: folder("film")) == Self.content)
        #expect(names == ["film"])
    }

    @Test func `an empty answer is an empty file`() async throws {
        let server = try LoopbackServer(.status(204))
        try await saving(server).send(Endpoint(.get, "x", decoder: .none))
        #expect(try Data(contentsOf: folder("film")).isEmpty)
    }

    @Test func `an older file is replaced, and stays what it was until then`() async throws {
        try Data("old".utf8).write(to: folder("film"))
        let hold = Hold()
        let server = try LoopbackServer(
            Reply(.send(Array((Reply.head(200, length: 6) + "new").utf8)), .hold(hold), .send(Array("est".utf8))))
        let client = saving(server)
        let task = Task { try await client.send(Endpoint(.get, "x", decoder: .none)) }
        await hold.reached()
        #expect(try Data(contentsOf: folder("film")) == Data("old".utf8))
        hold.open()
        try await task.value
        #expect(try Data(contentsOf: folder("film")) == Data("newest".utf8))
    }

    @Test func `redirects are followed, and a second attempt begins at the beginning`() async throws {
        let server = try LoopbackServer(
            .redirect(302, to: "/there"), .tooShort, .redirect(302, to: "/there"), .status(200, body: "whole"))
        let clock = TestClock()
        var configuration = HTTPConfiguration(baseURL: server.url)
        configuration.retry = RetryPolicy(attempts: 2, backoff: Backoff(first: .seconds(1)), jitter: Jitter(0))
        let client = HTTPClient(configuration, transport: transport.saving(to: folder("film")), clock: clock)
        let task = Task { try await client.send(Endpoint(.get, "x", decoder: .none)) }
        await clock.sleeper(until: .seconds(1))
        clock.advance(to: .seconds(1))
        try await task.value
        #expect(try Data(contentsOf: folder("film")) == Data("whole".utf8))
        #expect(names == ["film"])
    }

    @Test func `an answer that is no success is not saved, and is known`() async throws {
        let server = try LoopbackServer(.status(404, body: "gone"))
        let client = saving(server)
        let error = await failure { () async throws(HTTPError) in
            try await client.send(Endpoint(.get, "x", decoder: .none))
        }
        #expect(error?.response?.bodyPrefix == Data("gone".utf8))
        try await settle()
        #expect(names.isEmpty)
    }

    @Test(arguments: [
        (Reply.tooShort, "connectionLost"), (.resetInBody, "connectionLost"), (.endless(1 << 40), "tooLarge"),
    ])
    func `of an answer that is not complete, nothing is left`(reply: Reply, code: String) async throws {
        let server = try LoopbackServer(reply)
        let client = saving(server)
        let error = await failure { () async throws(HTTPError) in
            try await client.send(Endpoint(.get, "x", decoder: .none))
        }
        #expect(error.map { "\($0.code)" } == code)
        try await settle()
        #expect(names.isEmpty)
    }

    @Test func `of a request that is cancelled, nothing is left`() async throws {
        let server = try LoopbackServer(.stalledBody)
        let client = saving(server)
        let task = Task {
            await failure { () async throws(HTTPError) in try await client.send(Endpoint(.get, "x", decoder: .none)) }
        }
        await server.received(1)
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        await server.hungUp(1)
        try await settle()
        #expect(names.isEmpty)
    }

    @Test func `a folder is not replaced, and nothing is sent`() async throws {
        let server = try LoopbackServer(.status(200))
        let client = client(server.url, over: transport.saving(to: folder.url))
        let error = await failure { () async throws(HTTPError) in
            try await client.send(Endpoint(.get, "x", decoder: .none))
        }
        #expect(error?.code == .invalidRequest)
        #expect(server.requests.isEmpty)
    }

    private func save(as file: URL) async throws(HTTPError) {
        guard let server = try? LoopbackServer(.status(200, body: "new")) else { return }
        let client = client(server.url, over: transport.saving(to: file))
        try await client.send(Endpoint(.get, "x", decoder: .none))
    }

    private func mode(_ file: URL) -> mode_t {
        var status = stat()
        return lstat(file.path, &status) == 0 ? status.st_mode : 0
    }

    @Test(arguments: ["pipe", "socket", "link to a pipe", "/dev/full", "/dev/null"])
    func `what is no regular file is not replaced, and nothing is sent`(name: String) async throws {
        #expect(mkfifo(folder("pipe").path, 0o600) == 0)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: Array(folder("socket").path.utf8).prefix(107))
        }
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        #expect(isBound)
        try FileManager.default.createSymbolicLink(at: folder("link to a pipe"), withDestinationURL: folder("pipe"))
        // A device that is replaced would be missed by every program, so a node of one's own, if that is possible.
        let file = name.hasPrefix("/") ? try device(name) : folder(name)
        let before = mode(file)
        let error = await failure { () async throws(HTTPError) in try await save(as: file) }
        #expect(error?.code == .invalidRequest, "\(String(describing: error))")
        #expect(error?.description.contains("not a regular file") == true, "\(String(describing: error))")
        #expect(mode(file) == before)
    }

    @Test(arguments: ["pipe", "link"])
    func `what appears while the content arrives is not replaced`(kind: String) async throws {
        let path = folder("film").path
        var before: mode_t?
        let error = try await save {
            #expect((kind == "pipe" ? mkfifo(path, 0o600) : symlink("elsewhere", path)) == 0)
            before = mode(folder("film"))
        }
        #expect(error.map { "\($0.code)" } == "notSaved")
        #expect(error?.description.contains("“film” is not a regular file any more") == true)
        #expect(mode(folder("film")) == before)
        try await settle()
        #expect(names == ["film"])
    }

    @Test func `a folder that is removed while the content arrives is an error that names the file`() async throws {
        let error = try await save { try FileManager.default.removeItem(at: folder.url) }
        #expect(error.map { "\($0.code)" } == "notSaved")
        #expect(
            error?.description.contains("saved: the file “film” cannot be written: No such file or directory") == true)
    }

    /// Saves content, and does something before its second half arrives.
    private func save(meanwhile change: () throws -> Void) async throws -> HTTPError? {
        let hold = Hold()
        let server = try LoopbackServer(
            Reply(.send(Array((Reply.head(200, length: 6) + "new").utf8)), .hold(hold), .send(Array("est".utf8))))
        let client = saving(server)
        let task = Task {
            await failure { () async throws(HTTPError) in try await client.send(Endpoint(.get, "x", decoder: .none)) }
        }
        await hold.reached()
        try change()
        hold.open()
        return await task.value
    }

    private func device(_ name: String) throws -> URL {
        guard geteuid() == 0, mknod(folder("device").path, S_IFCHR | 0o666, 0x107) == 0 else {
            return URL(filePath: name)
        }
        return folder("device")
    }

    @Test(arguments: [0o600, 0o640, 0o666] as [mode_t])
    func `a file that is replaced keeps its permissions`(permissions: mode_t) async throws {
        try Data("old".utf8).write(to: folder("film"))
        #expect(chmod(folder("film").path, permissions) == 0)
        try await save(as: folder("film"))
        #expect(mode(folder("film")) & 0o7777 == permissions)
        #expect(try Data(contentsOf: folder("film")) == Data("new".utf8))
    }

    @Test func `a link is followed, and its target gets the content`() async throws {
        try FileManager.default.createDirectory(at: folder("real"), withIntermediateDirectories: false)
        for name in ["film", "missing"] {
            try FileManager.default.createSymbolicLink(atPath: folder(name).path, withDestinationPath: "real/\(name)")
        }
        try Data("old".utf8).write(to: folder("real/film"))
        for name in ["film", "missing"] {
            try await save(as: folder(name))
            #expect(try Data(contentsOf: folder("real/\(name)")) == Data("new".utf8))
            #expect(mode(folder(name)) & S_IFMT == S_IFLNK)
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder("real").path).sorted() == ["film", "missing"])
    }

    @Test func `a file that cannot be made is a mistake of the program, and nothing is sent`() async throws {
        let server = try LoopbackServer(.status(200))
        let client = client(server.url, over: transport.saving(to: folder("nowhere/film")))
        let error = await failure { () async throws(HTTPError) in
            try await client.send(Endpoint(.get, "x", decoder: .none))
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.description.contains("“film” cannot be written: No such file or directory") == true)
        #expect(server.requests.isEmpty)
    }

    /// The disk is blocked until half of the memory limit has arrived twice. Much more data is waiting outside of the
    /// process.
    @Test func `where the disk is slow, the server waits, and everything arrives`() async throws {
        transport.files.suspend()
        let server = try LoopbackServer(.status(200, bytes: Array(Self.content)))
        var isSuspended = true
        for try await event in saving(server).transfer(Endpoint(.get, "x", decoder: .none)) {
            guard case .progress(let progress) = event, isSuspended else { continue }
            #expect(progress.received <= 512 << 10)
            if progress.received > 480 << 10 {
                isSuspended = false
                transport.files.resume()
            }
        }
        #expect(!isSuspended)
        #expect(try Data(contentsOf: folder("film")) == Self.content)
    }
}
#endif
