import CIS
import Foundation

/// The state that the threads of a ``LoopbackServer`` share.
final class LoopbackCore: Sendable {
    struct Log: Sendable {
        var requests: [LoopbackServer.Request] = []
        var connections = 0
        var hangUps = 0
        var sockets: [Int: Socket] = [:]
        var holds: [Hold] = []
        var isStopped = false
        var watchers: [Watcher] = []
    }

    struct Watcher: Sendable {
        let isDone: @Sendable (Log) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    let log = LockedValue(Log())
    let port: Int
    private let listener: Socket
    private let readsBody: @Sendable (String) -> Bool
    private let answer: @Sendable (LoopbackServer.Request) -> Reply

    init(
        readsBody: @escaping @Sendable (String) -> Bool,
        answer: @escaping @Sendable (LoopbackServer.Request) -> Reply
    ) throws {
        listener = try Socket.listening()
        port = try listener.port()
        self.readsBody = readsBody
        self.answer = answer
    }

    func listen() {
        Thread { [self] in
            while let socket = listener.accept() { serve(socket) }
            listener.close()
        }.start()
    }

    /// Wakes all threads. Each closes its own sockets.
    func stop() {
        let (sockets, holds) = log.withLock { log in
            log.isStopped = true
            return (Array(log.sockets.values), log.holds)
        }
        listener.shutDown()
        for socket in sockets { socket.shutDown() }
        for hold in holds { hold.open() }
    }

    func until(_ isDone: @escaping @Sendable (Log) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isDone = log.withLock { log in
                let isNow = isDone(log)
                if !isNow { log.watchers.append(Watcher(isDone: isDone, continuation: continuation)) }
                return isNow
            }
            if isDone { continuation.resume() }
        }
    }

    private func note<Result: Sendable>(_ change: (inout Log) -> Result) -> Result {
        let (result, done) = log.withLock { log -> (Result, [Watcher]) in
            let result = change(&log)
            let watchers = log.watchers
            let done = watchers.filter { $0.isDone(log) }
            log.watchers = watchers.filter { !$0.isDone(log) }
            return (result, done)
        }
        for watcher in done { watcher.continuation.resume() }
        return result
    }

    private func serve(_ socket: Socket) {
        let connection = note { log -> Int? in
            guard !log.isStopped else { return nil }
            log.connections += 1
            log.sockets[log.connections] = socket
            return log.connections
        }
        guard let connection else { return socket.close() }
        let thread = Thread { [self] in
            var reader = RequestReader(socket: socket, connection: connection)
            while exchange(&reader, socket) {}
            // Removed first: once the descriptor is closed, its number may be used by another thread.
            note { _ = $0.sockets.removeValue(forKey: connection) }
            socket.close()
        }
        thread.stackSize = 1 << 19
        thread.start()
    }

    /// Returns whether the connection can take another request.
    private func exchange(_ reader: inout RequestReader, _ socket: Socket) -> Bool {
        guard let head = reader.head() else { return false }
        let body = readsBody(head.target) ? reader.body(of: head) : (bytes: [], size: 0)
        guard let body else { return false }
        let request = note { log in
            let request = LoopbackServer.Request(
                number: log.requests.count + 1, method: head.method, target: head.target, headers: head.headers,
                body: body.bytes, bodySize: body.size, connection: reader.connection)
            log.requests.append(request)
            return request
        }
        return answer(request).steps.allSatisfy { perform($0, socket) }
    }

    private func perform(_ step: Reply.Step, _ socket: Socket) -> Bool {
        switch step {
        case .send(let bytes): return socket.send(bytes)
        case .flood(let bytes, let total):
            // Foundation on Linux ignores cancellation as long as there is data to read; see the article on networking.
            socket.sendInSmallPortions()
            var left = total
            while left > 0, socket.send(bytes) { left -= bytes.count }
            if left > 0 { note { $0.hangUps += 1 } }
            return left <= 0
        case .hold(let hold):
            let isStopped = note { log in
                log.holds.append(hold)
                return log.isStopped
            }
            if isStopped { hold.open() }
            hold.pass()
            return true
        case .untilHangUp:
            while let bytes = socket.receive(), !bytes.isEmpty {}
            note { $0.hangUps += 1 }
            return false
        case .close: return false
        case .reset:
            socket.resetWhenClosed()
            return false
        }
    }
}
