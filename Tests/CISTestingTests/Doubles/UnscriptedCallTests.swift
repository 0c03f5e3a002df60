import CIS
import CISTesting
import Dispatch
import Testing

/// A call without an answer fails the test with its name and its arguments. It throws or returns a default if it can.
@MainActor
@Suite struct `Unscripted calls` {
    private final class Doubles: Sendable {
        let loading = ThrowingStub<(id: Int, name: String), String>()
        let naming = Stub<Int, String>(otherwise: "placeholder")
        let finding = Stub<Int, String?>()

        func load(id: Int, name: String) async throws -> String { try await loading((id, name)) }
        func loadNow(id: Int, name: String) throws -> String { try loading((id, name)) }
        func name(of id: Int) async -> String { await naming(id) }
        func nameNow(of id: Int) -> String { naming(id) }
        func find(_ id: Int) async -> String? { await finding(id) }
    }

    @Test func `a call that throws`() async {
        let doubles = Doubles()
        var thrown: [String] = []
        let found = await failures {
            do { _ = try await doubles.load(id: 1, name: "a") } catch { thrown.append("\(error)") }
            do { _ = try doubles.loadNow(id: 2, name: "b") } catch { thrown.append("\(error)") }
        }
        #expect(found.count == 2)
        #expect(found.map(\.message) == thrown)
        #expect(thrown.first?.hasPrefix("load(id:name:) was called, and nothing answers it. Arguments: ") == true)
        #expect(thrown.first?.contains("1") == true && thrown.first?.contains("\"a\"") == true)
        #expect(thrown.first?.hasSuffix("in its initializer, with always(_:) or with answers(_:).") == true)
        #expect(thrown.last?.hasPrefix("loadNow(id:name:) was called, and nothing answers it. Arguments: ") == true)
    }

    @Test func `a call that cannot throw returns the placeholder, or nil`() async {
        let doubles = Doubles()
        let found = await failures {
            #expect(await doubles.name(of: 1) == "placeholder")
            #expect(doubles.nameNow(of: 2) == "placeholder")
            #expect(await doubles.find(3) == nil)
        }
        #expect(
            found.map { $0.message.prefix { $0 != "." } } == [
                "name(of:) was called, and nothing answers it", "nameNow(of:) was called, and nothing answers it",
                "find(_:) was called, and nothing answers it",
            ])
    }

    @Test func `a function that is not async cannot wait`() async {
        let doubles = Doubles()
        doubles.naming.always(.wait)
        let found = await failures { #expect(doubles.nameNow(of: 2) == "placeholder") }
        #expect(found.first?.message.hasSuffix("It is not async, and cannot wait. Script a value for it.") == true)
        #expect(doubles.naming.calls == [2])
    }

    @Test func `a script without further answers answers no call`() async {
        let doubles = Doubles()
        doubles.naming.answers(.value("once"))
        let found = await failures {
            #expect(await doubles.name(of: 1) == "once")
            #expect(await doubles.name(of: 1) == "placeholder")
        }
        #expect(found.count == 1)
    }

    @Test func `in a scenario it is reported at the when, with the steps before it`() async {
        let line: UInt = #line + 5
        let found = await failures {
            await given(ScriptedFixture(), .init()) { test in
                let unscripted = ThrowingStub<Int, Int>()
                await test.when(.init("before"))
                await test.when(
                    .init("calls") { tools in
                        tools.log("a")
                        _ = try? await unscripted(1)
                        tools.log("b")
                    })
            }
        }
        #expect(found.map(\.place.line) == [line])
        #expect(found.first?.place.fileID.description.hasSuffix("UnscriptedCallTests.swift") == true)
        let steps = found.first?.message.split(separator: "\nSteps before the failure:\n").last ?? ""
        #expect(steps.contains("\"calls\"") && steps.contains("mutation logged(\"a\")"), "\(steps)")
        #expect(!steps.contains("before") && !steps.contains("mutation logged(\"b\")"), "\(steps)")
    }

    @Test func `a released call is reported at the next settle, or without one at the scenario`() async {
        let line: UInt = #line + 3
        let found = await failures {
            let unscripted = Stub<Int, Int>(otherwise: 0)
            await given(ScriptedFixture(), .init()) { test in
                let inScenario = Stub<Int, Int>(otherwise: 0)
                test.call.always(.wait)
                await test.when(
                    .init("held") { tools in
                        _ = await tools.call("held")
                        _ = await inScenario(1)
                    })
                test.call.release(.value("answer"))
                await test.settle()
                _ = await inScenario(2)
            }
            _ = await unscripted(3)
        }
        #expect(found.prefix(2).map(\.place.line) == [line + 9, line])
    }

    @Test func `a call that follows from an unscripted call is not reported again`() async {
        let loading = ThrowingStub<Int, String>()
        let explaining = Stub<any Error, String>(otherwise: "")
        let noting = Stub<(id: Int, why: any Error), Void?>()
        let found = await failures {
            do { _ = try await loading(1, function: "load(_:)") } catch {
                _ = await explaining(error)
                _ = await noting((1, error))
            }
            _ = await explaining(InjectedFault(), function: "text(of:)")
        }
        #expect(found.map { $0.message.prefix { $0 != " " } } == ["load(_:)", "text(of:)"])
    }

    @Test func `an unscripted call is also reported on a thread that belongs to no test`() async {
        let found = await failures {
            let stub = Stub<Int, Int>(otherwise: 0)
            await given(ScriptedFixture(), .init()) { _ in
                let inScenario = Stub<Int, Int>(otherwise: 0)
                await withCheckedContinuation { continuation in
                    DispatchQueue(label: "somebody else's").async {
                        _ = stub(1)
                        _ = inScenario(2)
                        continuation.resume()
                    }
                }
            }
        }
        #expect(found.count == 2)
    }

    @Test func `calls that still wait at the end of a scenario are not reported`() async {
        let found = await failures {
            var action: Task<Void, Never>?
            await given(ScriptedFixture(), .init()) { test in
                let unscripted = Stub<Int, Int>(otherwise: 0)
                test.call.always(.wait)
                action = test.scene.execute(
                    .init("held") { tools in
                        _ = await tools.call("held")
                        _ = await unscripted(1)
                    })
                await test.settle()
            }
            await action?.value
        }
        #expect(found.isEmpty)
    }
}
