import CIS
import CISTesting
import TestSupport
import Testing

@MainActor
@Suite struct `Stubs` {
    @Test func `answers are used in order, then the default answer`() async throws {
        let stub = ThrowingStub<Int, String>(.value("always"))
        stub.answers(.value("first"), .error(InjectedFault()))
        stub.answers(.compute { "third: \($0)" })
        #expect(try await stub(1) == "first")
        await #expect(throws: InjectedFault()) { try await stub(2) }
        #expect(try await stub(3) == "third: 3")
        #expect(try await stub(4) == "always")
        stub.always(.value("now"))
        #expect(try await stub(5) == "now")
        #expect(stub.calls == [1, 2, 3, 4, 5])
    }

    @Test func `calls that wait are released in any order, with a value or an error`() async throws {
        let stub = ThrowingStub<Int, String>(.wait)
        let first = Task { try await stub(1) }
        await stub.called(times: 1)
        let second = Task { try await stub(2) }
        await stub.called(times: 2)
        let third = Task { try await stub(3) }
        await stub.called(times: 3)
        #expect(stub.held == [1, 2, 3])
        stub.release(.compute { "\($0)" }, at: 1)
        #expect(try await second.value == "2")
        #expect(stub.held == [1, 3])
        stub.release(.error(InjectedFault()), at: 1)
        await #expect(throws: InjectedFault()) { try await third.value }
        stub.release(.value("one"))
        #expect(try await first.value == "one")
        #expect(stub.held == [])
    }

    @Test func `a release without a waiting call fails at its line`() async {
        let found = await failures {
            let stub = Stub<Int, String>(otherwise: "")
            stub.release(.value(""))
        }
        let line: UInt = #line - 2
        #expect(
            found.first?.message
                == "the stubbed function has 0 waiting calls, so there is none to release at index 0.")
        #expect(found.map(\.place.line) == [line])

        let again = await failures {
            await given(ScriptedFixture(), .init()) { test in
                test.call.always(.wait)
                await test.when(.init("a") { _ = await $0.call("a") })
                test.call.release(.value(""), at: 1)
                test.call.release(.value(""), at: -1)
                test.call.release(.wait)
                test.call.release(.value(""))
                test.call.release(.value(""))
            }
        }
        let lines: [UInt] = [#line - 7, #line - 6, #line - 5, #line - 3]
        let messages = [
            "call(_:) has 1 waiting call, so there is none to release at index 1.",
            "call(_:) has 1 waiting call, so there is none to release at index -1.",
            "A waiting call of call(_:) was released with .wait: it waits already.",
            "call(_:) has 0 waiting calls, so there is none to release at index 0.",
        ]
        #expect(again.map { $0.message.prefix { $0 != "\n" } } == messages.map { $0[...] })
        #expect(again.map(\.place.line) == lines)
    }

    @Test func `a hundred callers at once are all answered and recorded, one after the other`() async {
        for _ in 0..<repetitions(100) {
            let stub = Stub<Int, Int> { $0 * 2 }
            stub.answers(.value(-1), .value(-2))
            let answers = await withTaskGroup(of: (Int, Int).self) { group in
                for number in 0..<100 { group.addTask { @concurrent in (number, await stub(number)) } }
                var answers: [Int: Int] = [:]
                for await (number, answer) in group { answers[number] = answer }
                return answers
            }
            let calls = stub.calls
            #expect(calls.sorted() == Array(0..<100))
            // The first two calls got the first two answers, whichever task made them.
            #expect(answers[calls[0]] == -1)
            #expect(answers[calls[1]] == -2)
            for call in calls.dropFirst(2) { #expect(answers[call] == call * 2) }
        }
    }

    @Test func `a hundred callers that wait are all released`() async {
        for _ in 0..<repetitions(100) {
            let stub = Stub<Int, Int>(otherwise: 0)
            stub.always(.wait)
            await withTaskGroup(of: Bool.self) { group in
                for number in 0..<100 { group.addTask { @concurrent in await stub(number) == number } }
                await stub.called(times: 100)
                for _ in 0..<100 { stub.release(.compute { $0 }) }
                for await isRight in group { #expect(isRight) }
            }
            #expect(stub.held == [])
        }
    }

    @Test func `called resumes for calls that wait, return at once or are cancelled`() async {
        let stub = ThrowingStub<Int, Int>(.value(0))
        await stub.called(times: 0)
        let waiting = Task {
            await stub.called(times: 5)
            return stub.calls
        }
        _ = try? await stub(1)
        func sync() throws -> Int { try stub(2) }
        _ = try? sync()
        stub.answers(.wait, .wait, .error(InjectedFault()))
        let held = Task { try await stub(3) }
        await stub.called(times: 3)
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await stub(4)
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        _ = try? await stub(5)
        #expect(await waiting.value == [1, 2, 3, 4, 5])
        stub.release(.value(0))
        _ = try? await held.value
    }

    @Test func `cancellation resumes a test that waits for a call`() async {
        let stub = Stub<Int, Int>(otherwise: 0)
        let waiting = Task { await stub.called(times: 1) }
        waiting.cancel()
        await waiting.value
        #expect(stub.calls == [])
    }

    @Test func `a call that can throw ends when it is cancelled, one that cannot continues to wait`() async {
        let throwing = ThrowingStub<Int, Int>(.wait)
        let first = Task { try await throwing(1) }
        await throwing.called()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(throwing.held == [])

        let stubborn = Stub<Int, Int>(otherwise: 0)
        stubborn.always(.wait)
        let second = Task { await stubborn(1) }
        await stubborn.called()
        second.cancel()
        #expect(stubborn.held == [1])
        stubborn.release(.value(7))
        #expect(await second.value == 7)
    }

    @Test func `functions without arguments and without a result need no script`() async throws {
        let ringing = Stub<Void, Void>()
        let naming = Stub<Void, String>(.value("name"))
        let loading = ThrowingStub<Void, Int>(.value(1))
        let optional = Stub<Int, String?>(.value("there"))
        func ring() { ringing() }
        ring()
        await ringing()
        func name() -> String { naming() }
        #expect(name() == "name")
        #expect(try await loading() == 1)
        #expect(await optional(1) == "there")
        #expect(ringing.calls.count == 2)
    }
}
