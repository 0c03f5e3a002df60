import CIS
import CISTesting
import Testing

@MainActor
@Suite struct `Scenarios` {
    @Test func `a scenario runs the scene with its doubles`() async {
        await given("four pictures", AlbumFixture(), .holding(4)) { test in
            await test.when("one more is picked", .picked("a"))
            test.then("it is the fifth", \.domainState.pictures.count == 5, \.message == "")
            await test.when("and another", .picked("b"))
            test.then("it is refused", \.domainState.pictures.count == 5, \.message == "five at most")
            test.worker.toasts.expectCalls("five at most")
            test.worker.encoding.expectCalls("a")
        }
    }

    @Test func `the effects of an action are available as values`() async {
        await given(AlbumFixture(), .holding(4)) { test in
            let what = await test.when(.picked("a"), .picked("b"))
            #expect(what.actions == [.picked("a"), .picked("b")])
            #expect(what.useCases == [.attach("a"), .attach("b")])
            #expect(what.mutations == [.attached("jpg(a)"), .refused])
            #expect(what.sideEffects == [.attached("jpg(a)"), .refused])
            #expect(what.states.map(\.message) == ["", "five at most"])
        }
    }

    @Test func `the expected state is created from the previous state`() async {
        await given(AlbumFixture(), .init()) { test in
            await test.when(.picked("a"))
            test.then {
                $0.domainState.pictures = ["jpg(a)"]
                $0.thumbnails = ["jpg(a)"]
            }
        }
    }

    @Test func `a wrong expectation fails at its own line, with a difference and the steps`() async {
        var line: UInt = 0
        let found = await failures {
            await given(AlbumFixture(), .init()) { test in
                await test.when(.picked("a"))
                line = #line + 1
                test.then { $0.message = "hello" }
            }
        }
        #expect(found.map(\.place.line) == [line])
        #expect(found.first?.message.contains("The state differs") == true)
        #expect(found.first?.message.contains("attach") == true)
    }

    @Test func `a held call suspends the action, and its release lets it continue`() async {
        await given(AlbumFixture(), .init()) { test in
            test.worker.encoding.always(.wait)
            await test.when(concurrently: .picked("a"), .picked("b"))
            #expect(Set(test.worker.encoding.held) == ["a", "b"])
            test.worker.encoding.release(.value("x"))
            await test.settle()
            #expect(test.state.domainState.pictures == ["x"])
            test.worker.encoding.release(.value("y"))
            await test.settle()
            #expect(test.state.domainState.pictures == ["x", "y"])
        }
    }

    @Test func `a debounce and a retry need no time`() async {
        await given(AlbumFixture(), .init()) { test in
            test.worker.searching.always(.compute { "found \($0)" })
            await test.when(.typed("s"), .typed("sw"), .typed("swift"))
            test.worker.searching.expectCalls()
            await test.clock.advance(by: .milliseconds(299))
            test.worker.searching.expectCalls()
            await test.clock.advance(by: .milliseconds(1))
            test.worker.searching.expectCalls("swift")
            test.then(\.message == "found swift")

            test.worker.uploading.answers(.error(InjectedFault()), .error(InjectedFault()), .value(()))
            await test.when(.retryTapped)
            test.then(\.isUploaded == false)
            await test.clock.advance(by: .seconds(10))
            test.then(\.isUploaded == true)
            #expect(test.worker.uploading.calls.map(\.tag) == [1, 2, 3])
        }
    }

    @Test func `parallel branches of a use case are waited for`() async {
        await given(AlbumFixture(), .holding(3)) { test in
            test.worker.encoding.always(.wait)
            await test.when(.allTapped)
            #expect(test.worker.encoding.held.sorted() == ["old-0", "old-1", "old-2"])
            for text in ["x", "y", "z"] {
                test.worker.encoding.release(.value(text))
                await test.settle()
            }
            #expect(test.state.message.split(separator: " ").sorted() == ["x", "y", "z"])
        }
    }

    @Test func `an unscripted call fails with its name and its arguments`() async {
        let found = await failures {
            await given(AlbumFixture(), .holding(1)) { test in await test.when(.nextTapped) }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.hasPrefix("upload(_:tag:) was called, and nothing answers it.") == true)
        #expect(found.first?.message.contains("old-0") == true)
    }
}
