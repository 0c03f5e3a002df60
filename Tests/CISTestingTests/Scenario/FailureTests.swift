import CIS
import CISTesting
import Testing

/// Each check fails when it should, with its message, at its own line.
@MainActor
@Suite struct `Failures of scenarios` {
    /// Runs a scenario whose body returns the line at which it should fail, and the start of the message.
    func expectFailure(
        _ state: Album.State = .init(), sourceLocation: SourceLocation = #_sourceLocation,
        _ body: @MainActor (SceneTest<AlbumFixture>) async -> (line: UInt, message: String)
    ) async {
        var expected: (line: UInt, message: String) = (0, "")
        let found = await failures {
            await given(AlbumFixture(), state) { test in expected = await body(test) }
        }
        #expect(found.map(\.place.line) == [expected.line], sourceLocation: sourceLocation)
        #expect(
            found.first?.place.fileID.description == sourceLocation.fileID, sourceLocation: sourceLocation)
        #expect(found.first?.message.hasPrefix(expected.message) == true, sourceLocation: sourceLocation)
        if found.first?.message.hasPrefix(expected.message) != true {
            Issue.record("\(found.first?.message ?? "-")", sourceLocation: sourceLocation)
        }
    }

    @Test func `a field that differs`() async {
        await expectFailure { test in
            await test.when(.logged("a"))
            test.then("it says b", \.message == "b")
            return (#line - 1, "Then it says b:\nmessage differs (− expected, + actual):\n")
        }
        await expectFailure { test in
            test.then(\.message == "", \.isUploaded == true)
            return (#line - 1, "isUploaded differs")
        }
    }

    @Test func `a field that should differ`() async {
        await expectFailure { test in
            await test.when(.logged("a"))
            test.then(\.message != "a")
            return (#line - 1, "message is \"a\", and should not be")
        }
    }

    @Test func `expect shows the state, and overlapping actions are named as they are`() async {
        let found = await failures {
            await given(ScriptedFixture(), .init()) { test in
                await test.when(overlapping: .action(.init("a") { $0.log("x") }), .action(.init("b")))
                test.then(\.log == [])
                test.expect("nothing is logged", test.state.log.isEmpty)
            }
        }
        #expect(found.first?.message.hasPrefix("When ") == true)
        #expect(found.first?.message.contains("start ") == false)
        #expect(found.last?.message.contains("This does not hold: nothing is logged. The state:\n") == true)
        #expect(found.last?.message.contains("\"x\"") == true)
    }

    @Test func `a change that differs from the expected one`() async {
        await expectFailure { test in
            await test.when(.picked("a"))
            test.then("a picture is there") { $0.domainState.pictures = ["jpg(a)"] }
            return (#line - 1, "Then a picture is there:\nThe state differs (− expected, + actual):\n")
        }
    }

    @Test func `a difference that no line shows had no explanation`() async {
        let names = (0..<5_000).map { "old-\($0)" }
        await expectFailure(.holding(5_000)) { test in
            test.then { $0.thumbnails[4_321] = "x" }
            return (
                #line - 2,
                "The state differs (− expected, + actual):\nThe values look the same and differ in: thumbnails[4321]"
            )
        }
        await expectFailure(.holding(5_000)) { test in
            var expected = names
            expected[4_321] = "x"
            test.then(\.thumbnails == expected)
            return (
                #line - 2,
                "thumbnails differs (− expected, + actual):\nThe values look the same and differ in: [4321]"
            )
        }
        await expectFailure(.holding(5_000)) { test in
            test.worker.uploading.always(.value(()))
            await test.when(.nextTapped)
            var expected = names
            expected[4_321] = "x"
            test.worker.uploading.expectCalls((expected, 7))
            return (
                #line - 2,
                "The calls of upload(_:tag:) differ (− expected, + actual):\nThe values look the same and differ in: "
                    + "[0].pictures[4321]"
            )
        }
    }

    @Test func `mutations, use cases and outputs`() async {
        await expectFailure { test in
            await test.when(.picked("a"))
            test.then("one is attached", mutations: [])
            return (#line - 1, "Then one is attached:\nThe mutations differ (− expected, + actual):\n")
        }
        await expectFailure { test in
            await test.when(.picked("a"))
            test.then("one is attached", useCases: [.upload])
            return (#line - 1, "Then one is attached:\nThe use cases differ (− expected, + actual):\n")
        }
        await expectFailure { test in
            test.worker.uploading.always(.value(()))
            await test.when(.nextTapped)
            test.then("it is done", outputs: [.done(1)])
            return (#line - 1, "Then it is done:\nThe outputs differ (− expected, + actual):\n")
        }
        await given(AlbumFixture(), .holding(1)) { test in
            test.worker.uploading.always(.value(()))
            await test.when(.nextTapped)
            test.then("all is well", mutations: [.uploaded])
            test.then(useCases: [.upload])
            test.then(outputs: [.done(1)])
            #expect(test.effects.outputs == [.done(1)])
        }
    }

    @Test func `calls`() async {
        await expectFailure { test in
            await test.when(.picked("a"))
            test.worker.encoding.expectCalls("b")
            return (#line - 1, "The calls of encode(_:) differ (− expected, + actual):\n")
        }
        await expectFailure { test in
            await test.when(.picked("a"))
            test.worker.encoding.expectCalls()
            return (#line - 1, "The calls of encode(_:) differ (− expected, + actual):\n")
        }
        await expectFailure { test in
            await test.when(.picked("a"))
            test.worker.encoding.expectCalls("a")
            test.worker.encoding.expectCalls("a")
            return (#line - 1, "The calls of encode(_:) differ (− expected, + actual):\n")
        }
        await expectFailure { test in
            test.worker.encoding.expectCalls("a")
            return (#line - 1, "The calls of encoding differ (− expected, + actual):\n")
        }
    }

    @Test func `any condition`() async {
        await expectFailure { test in
            test.expect("pigs fly", false)
            test.expect("pigs walk", true)
            return (#line - 2, "This does not hold: pigs fly")
        }
    }

    @Test func `an invariant, now and after every commit`() async {
        await expectFailure(.holding(1)) { test in
            test.invariant("it is empty") { $0.thumbnails.isEmpty }
            return (#line - 1, "The invariant does not hold: it is empty. The state:\n")
        }
        await expectFailure { test in
            test.invariant("it is quiet") { $0.message.isEmpty }
            test.invariant("anything") { _ in true }
            await test.when(.picked("a"), .logged("loud"))
            return (#line - 3, "The invariant does not hold: it is quiet. The state:\n")
        }
    }

    @Test func `a failure shows the steps of the last when, and no others`() async {
        let found = await failures {
            await given(AlbumFixture(), .init()) { test in
                await test.when(.logged("earlier"))
                await test.when(.picked("later"))
                test.then(\.message == "")
            }
        }
        #expect(found.first?.message.contains("\nSteps before the failure:\n") == true)
        #expect(found.first?.message.contains("later") == true)
        #expect(found.first?.message.components(separatedBy: "earlier").count == 2)
    }

    @Test func `the sentences of the scenario were not in the message`() async {
        let found = await failures {
            await given("an empty album", AlbumFixture(), .init()) { test in
                await test.given("somebody has logged", after: .logged("x"))
                await test.when("a picture is picked", .picked("a"))
                test.then("nothing is said", \.message == "")
                test.then(\.isUploaded == true)
                await test.when(.logged("y"))
                test.then("it says z", \.message == "z")
            }
        }
        let headings = found.map { $0.message.split(separator: "\n").first ?? "" }
        #expect(
            headings == [
                "Given an empty album, somebody has logged, when a picture is picked, then nothing is said:",
                "Given an empty album, somebody has logged, when a picture is picked:",
                "Given an empty album, somebody has logged, then it says z:",
            ])
    }

    @Test func `a change of the state and its causes are checked at once`() async {
        var lines: [UInt] = []
        let found = await failures {
            await given(ScriptedFixture(), .init(), checking: .everything) { test in
                await test.when(.init("logs") { $0.log("a") })
                test.then("it says a", mutations: [.logged("a")], calls: []) { $0.log = ["a"] }
                await test.when(.init("logs") { $0.log("b") })
                lines = [#line + 1]
                test.then("it says c", mutations: [.logged("c")]) { $0.log = ["a", "c"] }
            }
        }
        #expect(found.map(\.place.line) == lines)
        #expect(found.first?.message.contains("The state differs") == true)
        #expect(found.first?.message.contains("The mutations differ") == true)
    }

    @Test(arguments: [Exhaustivity.written, .everything])
    func `waiting calls were not listed when a then failed`(checking: Exhaustivity) async {
        let found = await failures {
            await given(AlbumFixture(), .init(), checking: checking) { test in
                test.worker.encoding.always(.wait)
                await test.when(.picked("a"))
                test.then("it is there", \.domainState.pictures == ["jpg(a)"], test.worker.encoding == ["a"])
                test.worker.encoding.release(.value(""))
                await test.settle()
                test.then { $0.domainState.pictures = [] }
                test.then(mutations: [.attached("")])
            }
        }
        #expect(found.first?.message.contains("\nWaiting:\n  picked(\"a\"): waiting for encode(_:)\n") == true)
        #expect(found.dropFirst().allSatisfy { !$0.message.contains("Waiting") })
    }

    @Test func `tasks that wait for the clock, and sources, are listed, too`() async {
        let found = await failures {
            await given(ScriptedFixture(listens: true), .init()) { test in
                await test.when(.init("late", policy: .latest.debounced(for: .seconds(1))))
                test.then(\.log == ["late"])
            }
        }
        let waits = found.first?.message.split(separator: "Waiting:\n").last?.split(separator: "\n") ?? []
        #expect(waits.first == "  source feed of ScriptedScene: waiting for a value of a stream")
        #expect(waits.contains { $0.hasPrefix("  ") && $0.contains("late") })
        #expect(waits.contains { $0.hasSuffix("sleeping until 1.0 seconds of the manual clock") })
    }

    @Test func `the steps were repeated with each check`() async {
        let found = await failures {
            await given(AlbumFixture(), .init()) { test in
                await test.when(.picked("a"))
                test.then(\.message == "x")
                test.then(\.message == "y")
                test.worker.encoding.expectCalls()
                await test.when(.logged("z"))
                test.then(\.message == "y")
            }
        }
        #expect(found.map { $0.message.contains("Steps before the failure") } == [true, false, false, true])
    }

    @Test func `there were commits and empty side effects among the steps`() async {
        let found = await failures {
            await given(ScriptedFixture(), .init()) { test in
                await test.when(.init("open") { $0.store.execute(.setOpen(true)) })
                test.then(\.log == ["x"])
            }
        }
        let steps =
            found.first?.message.split(separator: "Steps before the failure:\n").last?.split(separator: "\n") ?? []
        #expect(steps.count == 3)
        #expect(steps.last?.contains("mutation setOpen(true)") == true)
    }

    @Test func `an error of the body is thrown, and nothing else is checked`() async {
        let found = await failures {
            await #expect(throws: InjectedFault()) {
                try await given(AlbumFixture(), .init(), checking: .everything) { test in
                    await test.when(.logged("unasserted"))
                    throw InjectedFault()
                }
            }
        }
        #expect(found.isEmpty)
    }
}

extension String {
    fileprivate func components(separatedBy separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
