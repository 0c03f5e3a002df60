import CIS
import CISTesting
import Testing

/// How a message names the field that a key path leads to.
extension `Failures of scenarios` {
    @Test func `a computed value`() async {
        await expectFailure { test in
            test.then(\.domainState.pictures.count == 1)
            return (#line - 1, "A part of domainState.pictures differs")
        }
        await expectFailure(.holding(1)) { test in
            test.then(\.thumbnails.first == "b")
            return (#line - 1, "A part of thumbnails differs")
        }
        await expectFailure(.holding(1)) { test in
            test.then(\.thumbnails.first?.count != 5)
            return (#line - 1, "A part of thumbnails is 5, and should not be")
        }
        await expectFailure(.holding(1)) { test in
            test.then(\.thumbnails[0].count == 0, \.thumbnails.description == "")
            return (#line - 1, "A part of thumbnails differs (− expected, + actual):\n− 0\n+ ")
        }
        await expectFailure { test in
            test.then(\.hasPictures == true)
            return (#line - 1, "The value differs")
        }
    }

    @Test func `a field behind an optional has its name, and counts as asserted`() async {
        let found = await failures {
            await given(ScriptedFixture(), .init(), checking: .everything) { test in
                let reference = ScriptedScene.Reference()
                await test.when(.init("sets") { $0.store.execute(.setReference(reference)) })
                test.then("it is there", \.reference?.number == 2, mutations: [.setReference(reference)])
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.contains("\nreference?.number differs (") == true)
    }
}

extension Album.State {
    fileprivate var hasPictures: Bool { !domainState.pictures.isEmpty }
}
