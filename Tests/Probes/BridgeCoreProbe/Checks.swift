import CCISBridge
import CISBridge
import Foundation

/// The checks, by name.
@MainActor let checks: [String: (Probe) -> Void] = [
    "session": { probe in
        let core = probe.open()
        probe.greet(core)
        probe.send(core, #"{"type":"act","ref":2,"scene":1,"n":1,"action":{"click":{}}}"#)
        probe.expect(probe.types(core, 2) == ["patch", "done"], "patch and done")
        probe.expect(cis_close(core), CIS_OK, "close")
        probe.expect(cis_abi() >> 16 == CIS_ABI >> 16, "abi")
    },

    "threads": { probe in
        let core = probe.open()
        probe.expect(
            probe.elsewhere {
                var config = cis_config(clickerApp)
                var core: cis_core = 1
                let status = cis_open(&config, &core)
                return core == 0 ? status : 1
            }, CIS_WRONG_THREAD, "open elsewhere")
        probe.expect(probe.elsewhere { cis_turn(core) }, CIS_WRONG_THREAD, "turn elsewhere")
        probe.expect(probe.elsewhere { cis_wake(core, nil, nil) }, CIS_WRONG_THREAD, "wake elsewhere")
        probe.expect(probe.elsewhere { cis_close(core) }, CIS_WRONG_THREAD, "close elsewhere")
        // These may be called anywhere.
        probe.expect(
            probe.elsewhere { probe.send(core, #"{"type":"hello","v":[1,1]}"#) }, CIS_OK, "send elsewhere")
        probe.expect(probe.elsewhere { min(cis_fd(core), 0) }, CIS_OK, "fd elsewhere")
        probe.settle(core)
        probe.expect(
            probe.elsewhere {
                var message = cis_message()
                defer { cis_release(&message) }
                return cis_next(core, &message)
            }, 1, "next elsewhere")
        probe.expect(cis_close(core), CIS_OK, "close")
    },

    "handles": { probe in
        let closed = probe.open()
        probe.expect(cis_close(closed), CIS_OK, "close")
        let core = probe.open()
        probe.expect(core != closed, "another handle")
        for (handle, name) in [(0, "0"), (closed, "closed"), (.max, "never one"), (core + 1, "not yet one")] {
            var message = cis_message(bytes: nil, count: 7, loan: 0)
            probe.expect(probe.send(handle, "{}"), CIS_NO_CORE, "send: \(name)")
            probe.expect(cis_fd(handle), CIS_NO_CORE, "fd: \(name)")
            probe.expect(cis_turn(handle), CIS_NO_CORE, "turn: \(name)")
            probe.expect(cis_next(handle, &message), CIS_NO_CORE, "next: \(name)")
            probe.expect(message.count == 0, "a message of 0: \(name)")
            probe.expect(cis_wake(handle, nil, nil), CIS_NO_CORE, "wake: \(name)")
            probe.expect(cis_close(handle), CIS_NO_CORE, "close: \(name)")
        }
        probe.expect(cis_close(core), CIS_OK, "close")
    },

    "arguments": { probe in
        var core: cis_core = 5
        var config = cis_config(size: MemoryLayout<cis_config>.size, app: nil)
        probe.expect(cis_open(nil, &core), CIS_BAD_ARGUMENT, "no configuration")
        probe.expect(core == 0, "no core")
        probe.expect(cis_open(&config, &core), CIS_BAD_ARGUMENT, "no app")
        config = cis_config(clickerApp)
        config.size = 4
        probe.expect(cis_open(&config, &core), CIS_BAD_ARGUMENT, "a small configuration")
        config.size = MemoryLayout<cis_config>.size + 64
        probe.expect(cis_open(&config, nil), CIS_BAD_ARGUMENT, "no place for the core")
        probe.expect(cis_open(&config, &core), CIS_OK, "a newer configuration")
        probe.expect(cis_send(core, nil, 3), CIS_BAD_ARGUMENT, "no bytes")
        probe.expect(cis_send(core, nil, 0), CIS_OK, "nothing")
        probe.expect(cis_next(core, nil), CIS_BAD_ARGUMENT, "no place for the message")
        cis_release(nil)
        probe.expect(cis_close(core), CIS_OK, "close")
        probe.expect(probe.status(ofOpening: noApp, &core), CIS_NO_APP, "no app is offered")
        probe.expect(core == 0, "no core")
    },

    "hint": { probe in
        let core = probe.open()
        let seen = Hints(core)
        probe.expect(cis_wake(core, Hints.hint, Unmanaged.passUnretained(seen).toOpaque()), CIS_OK, "wake")
        probe.greet(core)
        probe.expect(seen.count >= 2, "hints")
        for (name, status) in seen.statuses { probe.expect(status, CIS_IN_HINT, "\(name) inside of a hint") }
        probe.expect(seen.statuses.count >= 7, "all calls")
        let count = seen.count
        probe.expect(cis_wake(core, nil, nil), CIS_OK, "no wake")
        probe.send(core, "nonsense")
        probe.expect(probe.types(core, 1) == ["error"], "error")
        probe.expect(cis_wake(core, Hints.hint, Unmanaged.passUnretained(seen).toOpaque()), CIS_OK, "wake")
        probe.expect(cis_close(core), CIS_OK, "close")
        probe.expect(seen.count == count, "no hint that was removed, and none behind the end")
    },

    "nested": { probe in
        let core = probe.open()
        probe.greet(core)
        var statuses: [Int32] = []
        Clicker.call = {
            var other: cis_core = 0
            statuses += [cis_turn(core), cis_close(core), probe.status(ofOpening: clickerApp, &other)]
        }
        probe.send(core, #"{"type":"act","ref":2,"scene":1,"n":1,"action":{"call":{}}}"#)
        probe.expect(probe.types(core, 1) == ["done"], "done")
        probe.expect(statuses == [Int32](repeating: Int32(CIS_NESTED), count: 3), "inside of a turn: \(statuses)")
        var other: cis_core = 0
        probe.expect(probe.status(ofOpening: turningApp, &other), CIS_NO_APP, "an app that turns")
        probe.expect(statuses.suffix(3).allSatisfy { $0 == CIS_NESTED }, "inside of the opening: \(statuses)")
        probe.expect(cis_close(core), CIS_OK, "close")
    },

    "release": { probe in
        let core = probe.open()
        probe.greet(core)
        probe.send(core, "nonsense")
        probe.send(core, "more of it")
        probe.settle(core)
        var first = cis_message()
        var second = cis_message()
        probe.expect(cis_next(core, &first), 1, "next")
        probe.expect(cis_next(core, &second), CIS_NOT_RELEASED, "next without release")
        probe.expect(second.bytes == nil, "no message")
        // Most hosts pass the same variable again.
        probe.expect(cis_next(core, &first), CIS_NOT_RELEASED, "next with the message that was not released")
        probe.expect(first.bytes != nil && first.loan != 0, "it is not lost")
        var copy = first
        cis_release(&first)
        probe.expect(first.bytes == nil && first.loan == 0, "a message of 0")
        cis_release(&first)
        cis_release(&copy)
        probe.expect(cis_next(core, &second), 1, "next behind release")
        probe.expect(cis_close(core), CIS_OK, "close")
        probe.expect(probe.text(second).contains("badJSON"), "the bytes outlive the core")
        cis_release(&second)
    },

    "two": { probe in
        let (first, second) = (probe.open(), probe.open(fleetingApp))
        probe.greet(first)
        probe.greet(second)
        probe.expect(cis_fd(first) == cis_fd(second), "one descriptor")
        probe.send(first, #"{"type":"act","ref":2,"scene":1,"n":1,"action":{"click":{}}}"#)
        probe.send(second, "nonsense")
        // One turn of the loop is enough for both messages.
        probe.expect(probe.types(first, 2) == ["patch", "done"], "patch and done")
        var message = cis_message()
        probe.expect(cis_next(second, &message), 1, "the other's message")
        cis_release(&message)
        probe.expect(cis_close(first), CIS_OK, "close")
        probe.send(second, "nonsense")
        probe.expect(probe.types(second, 1) == ["error"], "the other goes on")
        probe.expect(cis_close(second), CIS_OK, "close")
    },

    "busy": { probe in
        let core = probe.open(tinyApp)
        let long = String(repeating: "x", count: 150)
        probe.expect(probe.send(core, long), CIS_OK, "one message always fits")
        probe.expect(probe.send(core, long), CIS_BUSY, "too much")
        probe.settle(core)
        probe.expect(probe.send(core, long), CIS_OK, "room again")
        probe.expect(cis_close(core), CIS_OK, "close")
    },

    "finished": { probe in
        let core = probe.open()
        probe.greet(core)
        var message = cis_message()
        probe.expect(cis_next(core, &message), 0, "no message now")
        probe.send(core, #"{"type":"bye"}"#)
        probe.settle(core)
        probe.expect(cis_next(core, &message), CIS_FINISHED, "no more messages")
        probe.expect(cis_close(core), CIS_OK, "close")
    },

    "closing": { probe in
        let core = probe.open()
        probe.greet(core)
        var hasRun = false
        Clicker.call = { hasRun = true }
        // Many times as many as one turn handles.
        for _ in 1...20_000 { probe.send(core, #"{"type":"ack","scene":1,"rev":0}"#) }
        probe.send(core, #"{"type":"act","ref":2,"scene":1,"n":1,"action":{"call":{}}}"#)
        probe.expect(cis_close(core), CIS_OK, "close")
        probe.expect(hasRun, "what was sent before the end is handled")
    },

    "resume": { probe in
        let first = probe.open()
        probe.send(first, #"{"type":"hello","v":[1,1]}"#)
        probe.send(first, #"{"type":"open","ref":1,"scene":"clicker"}"#)
        let welcome = probe.messages(first, 2)[0]
        func member(_ name: String) -> String {
            welcome.components(separatedBy: "\"\(name)\":\"").dropFirst().first?.prefix { $0 != "\"" }.description ?? ""
        }
        probe.expect(cis_close(first), CIS_OK, "close")
        let second = probe.open()
        let resume = #"{"session":"\#(member("session"))","token":"\#(member("token"))","seen":{"1":0}}"#
        probe.send(second, #"{"type":"hello","v":[1,1],"resume":\#(resume)}"#)
        probe.expect(probe.messages(second, 1)[0].contains(#""resumed":true"#), "the session goes on")
        probe.expect(cis_close(second), CIS_OK, "close")
    },

    "lifetime": { probe in
        let core = probe.open(fleetingApp)
        probe.greet(core)
        probe.expect(Clicker.lastStore != nil, "a scene")
        probe.expect(cis_close(core), CIS_OK, "close")
        probe.expect(Clicker.lastStore == nil, "closing the last core releases the app and its scenes")
    },

    "stalled": { probe in
        // Inside of a block of the main queue, the loop cannot run other jobs.
        DispatchQueue.main.async {
            MainActor.assumeIsolated {
                var core: cis_core = 0
                probe.lastStatus = probe.status(ofOpening: clickerApp, &core)
            }
        }
        _dispatch_main_queue_callback_4CF(nil)
        probe.expect(probe.lastStatus, CIS_STALLED, "open where the main actor does not run")
        // On the right thread, the call succeeds.
        probe.expect(cis_close(probe.open()), CIS_OK, "close")
    },

    "idle": { probe in
        let cores = (0..<100).map { _ in probe.open() }
        for core in cores { probe.greet(core) }
        probe.settle(cores[0])
        let turns = HostLoop.turns
        // A host in C waits as long in its own check.
        let isFullEffort = ProcessInfo.processInfo.environment["CIS_EFFORT"] != nil
        probe.run(cores[0], for: isFullEffort ? .seconds(5) : .milliseconds(100))
        probe.expect(HostLoop.turns == turns, "100 open sessions without work: the queue was run")
        for core in cores { probe.expect(cis_close(core), CIS_OK, "close") }
    },

    "texts": { probe in
        let statuses = [1, CIS_OK] + (1...13).map { -$0 }
        let texts = statuses.map { String(cString: cis_text(Int32($0))) }
        probe.expect(Set(texts).count == texts.count, "each status has a sentence of its own")
        probe.expect(String(cString: cis_text(-99)) == "There is no such status.", "an unknown status")
    },
]

/// The values that a host has recorded in its hint.
@MainActor
private final class Hints {
    let core: cis_core
    var count = 0
    var statuses: [(String, Int32)] = []

    init(_ core: cis_core) {
        self.core = core
    }

    static let hint: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
        guard let data else { return }
        let hints = Unmanaged<Hints>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { hints.callEverything() }
    }

    private func callEverything() {
        count += 1
        var message = cis_message()
        var other: cis_core = 0
        var config = cis_config(clickerApp)
        statuses += [
            ("turn", cis_turn(core)), ("next", cis_next(core, &message)), ("send", cis_send(core, nil, 0)),
            ("fd", cis_fd(core)), ("close", cis_close(core)), ("wake", cis_wake(core, nil, nil)),
            ("open", cis_open(&config, &other)),
        ]
        cis_release(&message)
    }
}
