import CIS
import CISBridge
import Foundation
import TestSupport
import Testing

let hello = "{\"type\":\"hello\",\"v\":[1,1]}\n"
private let openShop = "{\"type\":\"open\",\"ref\":1,\"scene\":\"shop\"}\n"

/// Hosts that are connected over streams.
@MainActor
@Suite struct `Streams` {
    private func path() -> String { NSTemporaryDirectory() + "bridge-\(UInt32.random(in: 0...UInt32.max))" }

    @Test func `a host at a Unix socket opens a scene and acts, with bytes in pieces of any size`() async throws {
        let shop = ShopApp()
        let listener = try shop.app.listen(at: path())
        let host = try #require(StreamHost.connected(to: listener.path))
        host.send(hello, inPieces: true)
        #expect(await host.next("welcome") != nil)
        host.send(openShop + #"{"type":"act","ref":2,"scene":1,"n":1,"action":{"rename":{"_0":"a"}}}"# + "\n")
        #expect(await host.next("patch")?["rev"] == .int(1))
        #expect(await host.next("done")?["ref"] == .int(2))
        listener.close()
    }

    @Test func `a host that hangs up leaves a session that can be resumed`() async throws {
        let shop = ShopApp()
        let listener = try shop.app.listen(at: path())
        let first = try #require(StreamHost.connected(to: listener.path))
        first.send(hello + openShop)
        let welcome = try #require(await first.next("welcome"))
        _ = await first.next("opened")
        first.hangUp()
        let second = try #require(StreamHost.connected(to: listener.path))
        let token = welcome["token"]?.textValue ?? ""
        second.send(
            #"{"type":"hello","v":[1,1],"resume":{"session":"s-1","token":"\#(token)","seen":{"1":0}}}"# + "\n")
        #expect(await second.next("welcome")?["resumed"] == .bool(true))
        #expect(shop.workers.made.count == 1)
        listener.close()
    }

    @Test func `bye ends the connection and not the listener`() async throws {
        let shop = ShopApp()
        let listener = try shop.app.listen(at: path())
        let first = try #require(StreamHost.connected(to: listener.path))
        first.send(hello + "{\"type\":\"bye\"}\n")
        #expect(await first.next("nothing") == nil, "the stream has ended")
        let second = try #require(StreamHost.connected(to: listener.path))
        second.send(hello)
        #expect(await second.next("welcome") != nil)
        listener.close()
        #expect(StreamHost.connected(to: listener.path) == nil)
    }

    // 61
    @Test func `a socket at which another program listens is not taken from it`() async throws {
        let shop = ShopApp()
        let path = path()
        let first = try shop.app.listen(at: path)
        #expect(throws: BridgeListener.Failure.self) { try shop.app.listen(at: path) }
        let host = try #require(StreamHost.connected(to: path))
        host.send(hello)
        #expect(await host.next("welcome") != nil)
        first.close()
        let second = try shop.app.listen(at: path)
        #expect(StreamHost.connected(to: path) != nil)
        second.close()
    }

    // 61
    @Test func `a socket that is bound and does not listen yet is not taken for one that was left`() throws {
        let path = path()
        StreamHost.leaveSocket(at: path)
        let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY)
        defer { close(folder) }
        var isLocked = false
        let socket = try BridgeListener.openSocket(at: path) {
            // Others lock the folder before they look for a socket that was left behind.
            isLocked = flock(folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
        }
        #expect(isLocked)
        #expect(flock(folder, LOCK_EX | LOCK_NB) == 0, "and the lock ends")
        #expect(StreamHost.connected(to: path) != nil)
        close(socket)
        unlink(path)
    }

    // 61
    @Test func `a folder that another program keeps locked is no reason to wait for ever`() throws {
        let folder = path()
        #expect(mkdir(folder, 0o700) == 0)
        let lock = open(folder, O_RDONLY)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        let socket = try BridgeListener.openSocket(at: folder + "/socket", attempts: 2)
        #expect(StreamHost.connected(to: folder + "/socket") != nil)
        for descriptor in [socket, lock] { close(descriptor) }
        try FileManager.default.removeItem(atPath: folder)
    }

    @Test func `only its user can use a socket, which replaces a leftover socket and no other file`() throws {
        let shop = ShopApp()
        let path = path()
        StreamHost.leaveSocket(at: path)
        #expect(FileManager.default.fileExists(atPath: path))
        let first = try shop.app.listen(at: path)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try FileManager.default.removeItem(atPath: path)
        let second = try shop.app.listen(at: path)
        first.close()
        #expect(FileManager.default.fileExists(atPath: path), "it is the other's now")
        second.close()
        #expect(!FileManager.default.fileExists(atPath: path))
        try Data("kept".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: BridgeListener.Failure.self) { try shop.app.listen(at: path) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("kept".utf8))
        try FileManager.default.removeItem(atPath: path)
        #expect(throws: BridgeListener.Failure.self) {
            try shop.app.listen(at: "/" + String(repeating: "a", count: 300))
        }
    }

    @Test func `a host over two pipes is served until it closes its end`() async throws {
        let shop = ShopApp()
        var toApp: [Int32] = [0, 0]
        var toHost: [Int32] = [0, 0]
        #expect(pipe(&toApp) == 0 && pipe(&toHost) == 0)
        let host = StreamHost(reading: toHost[0], writing: toApp[1])
        host.send(hello + openShop)
        let (app, input, output) = (shop.app, toApp[0], toHost[1])
        let serving = Task { await app.serve(reading: input, writing: output) }
        #expect(await host.next("opened")?["scene"] == .int(1))
        close(toApp[1])
        await serving.value
        #expect(shop.app.sessionCount == 1, "kept for a while")
    }

    /// Two pipes, and an app that serves a host over them.
    @MainActor
    private final class Pipes {
        private var toApp: [Int32] = [0, 0]
        private var toHost: [Int32] = [0, 0]
        private var isRead = true
        private(set) var hasReturned = false
        private(set) var serving = Task<Void, Never> {}
        var reading: Int32 { toHost[0] }
        var writing: Int32 { toApp[1] }

        init(_ app: BridgedApp, patience: Int32 = 5_000) {
            #expect(pipe(&toApp) == 0 && pipe(&toHost) == 0)
            let (input, output) = (toApp[0], toHost[1])
            serving = Task {
                await app.serve(reading: input, writing: output, patience: patience)
                hasReturned = true
            }
        }

        /// The host stops reading.
        func closeReading() {
            close(reading)
            isRead = false
        }

        /// Whether the app stops serving, although the pipes are open. The time limit is the time that another host
        /// takes for many messages.
        func returns(before other: Host) async -> Bool {
            let inTime = Task {
                for _ in 0..<3_000 where !hasReturned { _ = await other.rest() }
                return hasReturned
            }
            let isInTime = await inTime.value
            close(writing)
            if isRead { close(reading) }
            await serving.value
            close(toApp[0])
            close(toHost[1])
            return isInTime
        }
    }

    @Test func `serving over two pipes ends after bye, although the host's end is open`() async {
        let shop = ShopApp()
        let other = await shop.host()
        let pipes = Pipes(shop.app)
        let host = StreamHost(reading: pipes.reading, writing: pipes.writing)
        host.send(hello + "{\"type\":\"bye\"}\n")
        #expect(await host.next("welcome") != nil)
        #expect(await pipes.returns(before: other))
    }

    @Test func `serving over two pipes ends if the host reads nothing and too much waits`() async {
        var limits = BridgeLimits()
        limits.waitingBytes = 100_000
        let shop = ShopApp(limits: limits)
        let other = await shop.host()
        let pipes = Pipes(shop.app, patience: 0)
        let noise = Array((hello + String(repeating: "nonsense\n", count: 5_000)).utf8)
        let writing = pipes.writing
        Thread.detachNewThread { _ = noise.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) } }
        #expect(await pipes.returns(before: other))
    }

    @Test func `serving over two pipes ends if the host stops reading`() async {
        let shop = ShopApp()
        let other = await shop.host()
        let pipes = Pipes(shop.app)
        pipes.closeReading()
        _ = Array(hello.utf8).withUnsafeBytes { write(pipes.writing, $0.baseAddress, $0.count) }
        #expect(await pipes.returns(before: other))
    }

    @Test func `what a host has sent is handled, although it has gone and reads nothing`() async {
        var limits = BridgeLimits()
        limits.waitingBytes = 1_000
        let shop = ShopApp(limits: limits)
        var (toApp, toHost): ([Int32], [Int32]) = ([0, 0], [0, 0])
        #expect(pipe(&toApp) == 0 && pipe(&toHost) == 0)
        let acts = (1...200).map {
            #"{"type":"act","ref":\#($0),"scene":1,"n":\#($0),"action":{"rename":{"_0":"a"}}}"# + "\n"
        }
        _ = Array((hello + openShop + acts.joined()).utf8).withUnsafeBytes { write(toApp[1], $0.baseAddress, $0.count) }
        close(toApp[1])
        close(toHost[0])
        await shop.app.serve(reading: toApp[0], writing: toHost[1])
        await startsOfActions()
        #expect(shop.worker.handled.count == 200)
        close(toApp[0])
        close(toHost[1])
    }

    @Test func `a listener without a free descriptor accepts the host later`() async throws {
        let shop = ShopApp()
        let failures = LockedValue([EMFILE, ENFILE, ECONNABORTED, EAGAIN])
        let listener = try BridgeListener(path: path(), app: shop.app) { socket in
            guard let failure = failures.withLock({ $0.popLast() }) else { return accept(socket, nil, nil) }
            errno = failure
            return -1
        }
        let host = try #require(StreamHost.connected(to: listener.path))
        host.send(hello)
        #expect(await host.next("welcome") != nil)
        listener.close()
    }

    @Test func `a host that sends too fast is read more slowly, and nothing is lost`() async throws {
        var limits = BridgeLimits()
        limits.waitingBytes = 20_000
        limits.message = 4_000
        let shop = ShopApp(limits: limits)
        let listener = try shop.app.listen(at: path())
        let host = try #require(StreamHost.connected(to: listener.path))
        host.send(hello + openShop)
        _ = await host.next("opened")
        let count = repetitions(20_000, atLeast: 2_000)
        // More messages than may wait to be handled. Their answers have fewer bytes than may wait to be sent, so the
        // host does not count as slow if the sending thread is late.
        let unanswered = DispatchSemaphore(value: 200)
        Thread.detachNewThread {
            for number in 1...count {
                unanswered.wait()
                host.send(#"{"type":"act","ref":\#(number),"scene":1,"n":\#(number),"action":{"nothing":{}}}"# + "\n")
            }
        }
        for number in 1...count {
            guard await host.next("done")?["ref"] == .int(number) else {
                Issue.record("lost or out of order at \(number)")
                break
            }
            unanswered.signal()
        }
        listener.close()
    }
}
