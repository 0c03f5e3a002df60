import CCISBridge
import CISBridge
import Foundation

/// The type of the function that the library of an app exports.
typealias AppFunction = @convention(c) () -> Void

extension cis_config {
    init(_ app: @escaping AppFunction) {
        self.init(size: MemoryLayout<cis_config>.size, app: app)
    }
}

/// Does in Swift what a host in C does, and prints what is not as expected.
@MainActor
final class Probe {
    private(set) var failures: [String] = []
    /// The status that a block received.
    var lastStatus: Int32 = 0

    func expect(_ status: Int32, _ expected: Int, _ what: String) {
        if Int(status) != expected { failures.append("\(what): \(status), not \(expected)") }
    }

    func expect(_ condition: Bool, _ what: String) {
        if !condition { failures.append(what) }
    }

    func open(_ app: @escaping AppFunction = clickerApp) -> cis_core {
        var core: cis_core = 0
        expect(status(ofOpening: app, &core), CIS_OK, "open")
        expect(core != 0, "a core")
        return core
    }

    func status(ofOpening app: @escaping AppFunction, _ core: inout cis_core) -> Int32 {
        var config = cis_config(app)
        return cis_open(&config, &core)
    }

    @discardableResult
    nonisolated func send(_ core: cis_core, _ text: String) -> Int32 {
        Array(text.utf8).withUnsafeBufferPointer { cis_send(core, $0.baseAddress, $0.count) }
    }

    func greet(_ core: cis_core) {
        send(core, #"{"type":"hello","v":[1,1]}"#)
        send(core, #"{"type":"open","ref":1,"scene":"clicker"}"#)
        expect(types(core, 2) == ["welcome", "opened"], "welcome and opened")
    }

    /// The types of the next messages. Runs the loop until that many have arrived.
    func types(_ core: cis_core, _ count: Int) -> [String] {
        messages(core, count).map { text in
            text.split(separator: "\"", maxSplits: 4).dropFirst(3).first.map(String.init) ?? text
        }
    }

    func messages(_ core: cis_core, _ count: Int) -> [String] {
        var texts: [String] = []
        while true {
            var message = cis_message()
            while cis_next(core, &message) == 1 {
                texts.append(text(message))
                cis_release(&message)
            }
            if texts.count >= count { return texts }
            guard isReadable(core, within: 10_000) else {
                failures.append("nothing happens behind \(texts)")
                return texts
            }
            expect(cis_turn(core), CIS_OK, "turn")
        }
    }

    func text(_ message: cis_message) -> String {
        guard let bytes = message.bytes else { return "" }
        expect(bytes[message.count] == 0, "a zero behind the message")
        return String(decoding: UnsafeBufferPointer(start: bytes, count: message.count), as: UTF8.self)
    }

    func isReadable(_ core: cis_core, within milliseconds: Int32) -> Bool {
        var awaited = pollfd(fd: cis_fd(core), events: Int16(POLLIN), revents: 0)
        return poll(&awaited, 1, milliseconds) > 0
    }

    /// Runs all waiting jobs.
    func settle(_ core: cis_core) {
        for _ in 0..<10_000 {
            guard isReadable(core, within: 0) else { return }
            expect(cis_turn(core), CIS_OK, "turn")
        }
        failures.append("the descriptor is readable after 10,000 turns")
    }

    /// Runs the loop of a host for a time: sleeps until there is something to run.
    func run(_ core: cis_core, for time: Duration) {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end {
            let left = Int32((end - .now) / .milliseconds(1)) + 1
            if isReadable(core, within: left) { expect(cis_turn(core), CIS_OK, "turn") }
        }
    }

    /// Returns the result of a call on another thread.
    func elsewhere(_ call: @escaping @Sendable () -> Int32) -> Int32 {
        let result = Result()
        let thread = Thread { result.finish(call()) }
        thread.start()
        return result.wait()
    }

    // The semaphore orders the write before the read.
    private final class Result: @unchecked Sendable {
        private var value: Int32 = 0
        private let isDone = DispatchSemaphore(value: 0)

        func finish(_ value: Int32) {
            self.value = value
            isDone.signal()
        }

        func wait() -> Int32 {
            isDone.wait()
            return value
        }
    }
}
