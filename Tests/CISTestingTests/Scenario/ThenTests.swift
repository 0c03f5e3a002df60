import CIS
import CISTesting
import TestSupport
import Testing

@MainActor
@Suite(.checkingEverything)
struct `Then, all at once` {
    @Test func `one line asserts fields, calls, mutations, use cases, outputs and the order of calls`() async {
        await given(AlbumFixture(), .holding(4)) { test in
            test.worker.uploading.always(.value(()))
            await test.when(.picked("a"), .picked("b"), .nextTapped)
            test.then(
                \.domainState.pictures.count == 5, \.thumbnails.count == 5, \.message == "five at most",
                \.isUploaded == true, test.worker.encoding == ["a"], test.worker.toasts == ["five at most"],
                mutations: [.attached("jpg(a)"), .refused, .uploaded],
                useCases: [.attach("a"), .attach("b"), .upload], outputs: [.done(5)],
                calls: ["encode(_:)", "show(_:)", "upload(_:tag:)"])
            #expect(test.worker.uploading.calls.map(\.tag) == [7])
        }
    }

    @Test func `all parts that fail are one failure, at the line of then`() async {
        var line: UInt = 0
        let found = await failures {
            await given(AlbumFixture(), .holding(4), checking: .written) { test in
                await test.when(.picked("a"))
                line = #line + 1
                test.then(test.worker.encoding == [], mutations: [], useCases: [], outputs: [.done(1)], calls: [])
            }
        }
        #expect(found.map(\.place.line) == [line])
        let lines =
            found.first?.message.split(separator: "\n").filter { $0.hasSuffix(" (− expected, + actual):") } ?? []
        #expect(
            lines.map { $0.dropLast(" (− expected, + actual):".count) } == [
                "The calls of encode(_:) differ", "The mutations differ", "The use cases differ", "The outputs differ",
                "The called functions differ",
            ])
    }

    @Test func `an expectation of an element that is not there fails, and does not end the program`() async {
        let found = await failures {
            await given(AlbumFixture(), .init()) { test in
                test.then("one is there", \.thumbnails[0] == "a", \.domainState.pictures.first!.count != 1)
            }
        }
        #expect(found.count == 1)
        let message = found.first?.message ?? ""
        for field in ["thumbnails", "domainState.pictures"] {
            #expect(message.contains("\(field) cannot be read: an index or a forced optional in the path is not there"))
        }
    }

    @Test func `comparing the whole state asserts all of it`() async {
        await given(AlbumFixture(), .init()) { test in
            await test.when(.logged("hello"))
            var expected = Album.State()
            expected.message = "hello"
            test.then(\.self == expected, mutations: [.failed("hello")])
        }
    }

    @Test func `effects before the scenario need not be asserted, later ones must be`() async {
        let found = await failures {
            await given(AlbumFixture(), .init()) { test in
                await test.given("one is there", after: .picked("a"))
                #expect(test.skipped.isEmpty)
                await test.when(.picked("b"))
                test.then(\.domainState.pictures.count == 2, \.thumbnails.count == 2, mutations: [.attached("jpg(b)")])
            }
        }
        #expect(found.map(\.message.isEmpty) == [false])
        #expect(found.first?.message.contains("call encode(_:) with \"b\"") == true)
    }
}

@MainActor
@Suite struct `Actions in a scenario` {
    @Test(.requiresStartInPlace) func `an action starts in place, as in the application`() async {
        await given(AlbumFixture(), .init()) { test in
            test.scene.execute(.logged("hello"))
            #expect(test.state.message == "hello")
            await test.settle()
        }
    }

    @Test(.warningsExpected, .requiresStartInPlace) func `an action starts in place in an exploration`() async {
        await explore(AlbumFixture(), .init(), seeds: 1) { test in
            test.scene.execute(.logged("hello"))
            test.expect("the action has started", test.state.message == "hello")
            await test.settle()
        }
    }
}
