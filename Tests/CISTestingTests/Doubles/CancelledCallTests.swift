import CIS
import CISTesting
import Testing

/// Held calls of cancelled actions, and functions with typed errors.
@MainActor
@Suite struct `Stubs: cancellation and typed errors` {
    private static let search = ScriptedScene.Action("search", policy: .latest) { tools in
        tools.log(await tools.call("a"))
    }

    @Test func `a scenario can assert that a held call was cancelled`() async {
        await given(ScriptedFixture(), .init()) { test in
            test.call.always(.wait)
            await test.when("a word is typed", Self.search)
            await test.when("another word is typed", Self.search)
            test.expect("the first search is cancelled", test.call.cancelledCalls == ["a"])
            // Its function cannot throw, so it still waits.
            test.expect("both wait", test.call.held.count == 2)
        }
    }

    @Test func `a held call that cannot throw can answer when its action is cancelled`() async {
        await given(ScriptedFixture(), .init()) { test in
            test.call.always(.wait(whenCancelled: "nothing"))
            await test.when("a word is typed", Self.search)
            await test.when("another word is typed", Self.search)
            test.expect("one waits", test.call.held.count == 1)
            test.call.release(.value("found"))
            await test.when("the answer comes")
            test.then("only the second is logged", \.log == ["found"])
        }
    }

    private enum NetworkError: Error { case offline, cancelled }

    @Test func `a stub can have a typed error`() async throws {
        let loading = StubbedCall<String, Int, NetworkError>(.value(1), failing: .offline)
        @concurrent func load(_ name: String) async throws(NetworkError) -> Int { try await loading(name) }
        #expect(try await load("a") == 1)
        loading.answers(.error(.cancelled))
        do throws(NetworkError) {
            _ = try await load("b")
            Issue.record("It did not throw.")
        } catch {
            #expect(error == .cancelled)
        }
        #expect(loading.calls == ["a", "b"])
    }
}
