import CIS
import CISTesting
import TestSupport
import Testing

/// Calls from an action's own child tasks are answered at once, because the library cannot see when child tasks wait.
@MainActor @Suite("Exploration: child tasks")
struct ChildTaskTests {
    @Test func `calls of async let and task groups are answered at once, and are not steps`() async {
        let result = await explore(
            ScriptedFixture(), .init(), seeds: repetitions(500), injecting: [.cancellations, .faults], keepsTraces: true
        ) { test in
            await test.when(
                concurrently: .init("async let") { tools in
                    async let a = tools.call("a")
                    async let b = tools.tryCall("b")
                    tools.log("\(await a) \((try? await b) ?? "-")")
                },
                .init("task group") { tools in
                    let call = tools.call
                    await withTaskGroup(of: Void.self) { group in
                        for word in ["c", "d"] { group.addTask { _ = await call(word) } }
                    }
                    tools.log(await call("own"))
                },
                .init("unstructured") { tools in
                    let call = tools.call
                    _ = await Task { await call("e") }.value
                    _ = await Task.detached { await call("f") }.value
                    tools.log("unstructured")
                })
            test.expect(Set(test.state.log) == ["a! b!", "own!", "unstructured"], "all is done")
            test.expect(Set(test.call.calls) == ["a", "c", "d", "own", "e", "f"], "all is called")
        }
        #expect(result.failingSeed == nil)
        for trace in result.traces.values {
            #expect(trace.split(separator: "\n").count { $0.contains("go on in call(_:)") } == 1)
        }
        // There is also the usual run, and two runs that are cancelled in the only tracked call.
        #expect(result.runs == repetitions(500) + 3)
        // The exploration says what it has not seen.
        #expect(!result.isComplete)
        #expect(result.summary.contains(" Not seen: call(_:), tryCall(_:)."))
        #expect(result.warnings.count == 1)
        #expect(
            result.warnings.first?.contains("call(_:), tryCall(_:) was called in a task that is not tracked") == true)
    }
}
