import CIS
import CISTesting
import Testing

/// If everything is checked, an effect that was not asserted fails with a message that names it.
@MainActor
@Suite struct `Exhaustive checking` {
    /// Returns the failures of a scenario that checks everything, without the lists of steps.
    private func findings(
        _ state: Album.State = .init(), checking: Exhaustivity = .everything,
        _ body: @MainActor (SceneTest<AlbumFixture>) async -> Void
    ) async -> [TestFailure] {
        await failures { await given(AlbumFixture(), state, checking: checking) { test in await body(test) } }
    }

    private func lines(_ failure: TestFailure?) -> [String] {
        let text = failure?.message.split(separator: "\nSteps before the failure:").first ?? ""
        return text.split(separator: "\n").map { String($0.drop { $0 == " " }) }
    }

    @Test func `everything asserted passes`() async {
        let found = await findings(.holding(4)) { test in
            let what = await test.when(.picked("a"))
            test.then {
                $0.domainState.pictures.append("jpg(a)")
                $0.thumbnails.append("jpg(a)")
            }
            #expect(what.mutations == [.attached("jpg(a)")])
            test.worker.encoding.expectCalls("a")
            test.worker.uploading.always(.value(()))
            await test.when(.nextTapped)
            test.then(\.isUploaded == true)
            test.then(mutations: [.uploaded])
            test.then(outputs: [.done(5)])
            #expect(test.worker.uploading.calls.map(\.tag) == [7])
        }
        #expect(found.isEmpty)
    }

    @Test func `an unasserted field, mutation and call fail at the line of the when`() async {
        var line: UInt = 0
        let found = await findings { test in
            line = #line + 1
            await test.when(.picked("a"))
        }
        #expect(found.count == 1)
        #expect(found.first?.place.line == line)
        let lines = lines(found.first)
        #expect(lines.first == "This happened, and was not asserted:")
        #expect(lines.contains { $0.hasPrefix("mutation attached") && $0.hasSuffix("of Album") })
        #expect(lines.contains { $0.hasPrefix("field") && $0.hasSuffix("of Album") })
        #expect(lines.contains { $0.hasPrefix("call encode(_:) with") && $0.contains("a") })
    }

    @Test func `each of them is found alone`() async {
        let mutation = await findings { test in
            await test.when(.refreshTapped)
            test.then(\.message == "refreshed")
        }
        #expect(mutation.count == 1)
        #expect(lines(mutation.first).count == 2)
        #expect(lines(mutation.first).last?.hasPrefix("mutation failed") == true)

        let field = await findings { test in
            await test.when(.refreshTapped)
            test.then(mutations: [.failed("refreshed")])
        }
        #expect(lines(field.first).count == 2)
        #expect(lines(field.first).last?.hasPrefix("field") == true)

        let call = await findings(.holding(5)) { test in
            await test.when(.picked("a"))
            test.then(mutations: [.refused])
            test.then(\.message == "five at most")
        }
        #expect(lines(call.first).count == 2)
        #expect(lines(call.first).last?.hasPrefix("call show(_:) with") == true)

        let output = await findings { test in
            test.worker.uploading.always(.value(()))
            await test.when(.nextTapped)
            test.then(mutations: [.uploaded])
            test.then(\.isUploaded == true)
            #expect(test.worker.uploading.calls.count == 1)
        }
        #expect(lines(output.first).count == 2)
        #expect(lines(output.first).last?.hasPrefix("output done") == true)
    }

    @Test func `actions in flight at the end are listed, with their waits`() async {
        let found = await findings { test in
            test.worker.encoding.always(.wait)
            await test.when(.picked("a"))
            test.worker.encoding.expectCalls("a")
        }
        #expect(found.count == 1)
        let last = lines(found.last)
        #expect(last.first == "At the end of the scenario these are still in flight:")
        #expect(last.contains { $0.contains("picked") && $0.hasSuffix(": waiting for encode(_:)") })
    }

    @Test func `a source that was still open at the end went unnoticed`() async {
        let found = await failures {
            await given(ScriptedFixture(listens: true), .init(), checking: .everything) { test in
                await test.settle()
            }
        }
        #expect(
            found.map { lines($0) } == [
                [
                    "At the end of the scenario these sources are still open:", "feed of ScriptedScene",
                    "Close them, or name them with then(sources:).",
                ]
            ])
        let none = await failures {
            await given(ScriptedFixture(listens: true), .init(), checking: .everything) { test in
                await test.when(.init("start") { $0.store.execute(.setTicking(true)) })
                test.then(\.isTicking == true, mutations: [.setTicking(true)], sources: ["tick", "feed"])
                await test.when(.init("stop") { $0.store.execute(.setTicking(false)) })
                test.then(\.isTicking == false, mutations: [.setTicking(false)], sources: ["feed"])
            }
        }
        #expect(none.isEmpty)
    }

    @Test func `unexpected open sources fail at the line of then`() async {
        var line: UInt = 0
        let found = await failures {
            await given(ScriptedFixture(listens: true), .init()) { test in
                line = #line + 1
                test.then(sources: ["tick"])
            }
        }
        #expect(found.map(\.place.line) == [line])
        #expect(
            found.first.map { lines($0) } == [
                "The open sources differ (− expected, + actual):", "− \"tick\"", "+ \"feed\"",
            ])
    }

    @Test func `parallel branches in flight are listed`() async {
        let found = await failures {
            await given(ScriptedFixture(), .init(), checking: .everything) { test in
                test.call.always(.wait)
                await test.when(
                    .init("both") { tools in
                        let call = tools.call
                        _ = await inParallel([1, 2]) { await call("\($0)") }
                    })
                #expect(test.call.calls.count == 2)
            }
        }
        #expect(found.count == 1)
        #expect(
            Array(lines(found.first).dropFirst()) == [
                "both: waiting for its parallel branches", "both, branch 1: waiting for call(_:)",
                "both, branch 2: waiting for call(_:)",
            ])
    }

    @Test func `a reported effect is not reported again`() async {
        let found = await findings { test in
            await test.when(.picked("a"))
            await test.when(.refreshTapped)
            test.then(mutations: [.failed("refreshed")])
            test.then(\.message == "refreshed")
        }
        #expect(found.count == 1)
    }

    @Test func `an assertion about an earlier when does not cover a later one`() async {
        let found = await findings { test in
            let first = await test.when(.refreshTapped)
            test.then(\.message == "refreshed")
            #expect(first.mutations.count == 1)
            await test.when(.logged("b"))
            test.then(\.message == "b")
            #expect(first.mutations.count == 1)
        }
        #expect(found.count == 1)
        #expect(lines(found.first).last?.hasPrefix("mutation failed(") == true)
        #expect(lines(found.first).last?.contains("b") == true)
    }

    @Test func `the default form does not fail for unasserted effects, and lists them`() async {
        let found = await findings(checking: .written) { test in
            test.worker.encoding.answers(.value("x"), .wait)
            await test.when(.picked("a"))
            let skipped = test.skipped
            #expect(skipped.contains { $0.hasPrefix("mutation attached") })
            #expect(skipped.contains { $0.hasPrefix("field") })
            #expect(skipped.contains { $0.hasPrefix("call encode(_:) with") })
            #expect(test.skipped == skipped)
            test.then {
                $0.domainState.pictures = ["x"]
                $0.thumbnails = ["x"]
            }
            #expect(!test.skipped.contains { $0.hasPrefix("field") })
            await test.when(.picked("b"))
            test.worker.encoding.expectCalls("a", "b")
            #expect(test.skipped.contains { $0.hasPrefix("mutation attached") })
            #expect(!test.skipped.contains { $0.hasPrefix("call") })
        }
        #expect(found.isEmpty)
    }

    @Test func `mutations and outputs of a child must be asserted`() async {
        let found = await failures {
            await given(ScriptedFixture(), .init(), checking: .everything) { test in
                let what = await test.when(.init("open") { $0.store.execute(.setOpen(true)) })
                #expect(what.mutations == [.setOpen(true)])
                test.then("it is open", \.child.value == 1)
                await test.when(in: .child(of: \.child, as: ScriptedScene.self), .init("log") { $0.log("child's") })
            }
        }
        #expect(found.count == 1)
        #expect(lines(found.first).contains { $0.hasPrefix("field") && $0.contains("log") })
    }
}

@MainActor
@Suite(.checkingEverything)
struct `Exhaustive checking by trait` {
    @Test func `scenarios of the suite check everything`() async {
        #expect(Exhaustivity.current == .everything)
        let found = await failures {
            await given(AlbumFixture(), .init()) { test in await test.when(.refreshTapped) }
        }
        #expect(found.count == 1)
    }

    @Suite struct `a suite inside` {
        @Test func `scenarios of nested suites check everything`() {
            #expect(Exhaustivity.current == .everything)
        }
    }
}
