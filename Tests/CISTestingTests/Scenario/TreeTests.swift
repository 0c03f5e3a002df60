import CIS
import CISTesting
import Testing

/// Scenarios over a scene and its children.
@MainActor @Suite("Trees of scenes")
struct TreeTests {
    @Test func `a child is told, and asked, by its definition`() async {
        await given("a child", PuppetFixture(), .init()) { test in
            await test.when("it opens", .init("open") { $0.store.execute(.setOpen(true)) })
            let what = await test.when(
                "it speaks", in: Puppet.self,
                .init("speak") { strings in
                    strings.log("mine")
                    strings.outputs.send(.said("hello"))
                })
            test.then("it has said so", in: Puppet.self, \.log == ["mine"])
            test.then("the parent has heard", \.log == ["heard hello"])
            #expect(what.actions.map(\.name) == ["speak", "heard"])
            #expect(what.outputs == [.said("hello")])
            #expect(what.in(Album.self).mutations == [])
            #expect(test.child(Puppet.self)?.state.log == ["mine"])
        }
    }

    @Test func `what one row did was accepted as done by another`() async {
        var lines: [UInt] = []
        let found = await failures {
            await given(Rows(), .init(), checking: .everything) { test in
                let rows = test.scene.children.compactMap { $0 as? SceneRuntime<Puppet> }
                #expect(rows.count == 2)
                rows.last?.execute(.init("logs") { $0.log("second") })
                await test.settle()
                lines.append(#line + 1)
                test.then(in: Puppet.self, mutations: [.logged("second")])
                rows.first?.execute(.init("logs") { $0.log("first") })
                await test.settle()
                test.then(in: Puppet.self, \.log == ["first"], mutations: [.logged("first")])
                lines.append(#line + 1)
                test.then(mutations: [.logged("second"), .logged("first")])
            }
        }
        #expect(Array(found.map(\.place.line).prefix(2)) == lines)
        #expect(found.prefix(2).allSatisfy { $0.message.hasPrefix("The mutations differ") })
        // What the second row did was not asserted by looking at the first.
        let unasserted = found.last?.message.split(separator: "\nWhat led there").first ?? ""
        #expect(unasserted.contains("mutation logged(\"second\") of Puppet"))
        #expect(!unasserted.contains("mutation logged(\"first\")"))
    }

    @Test func `the scene itself is not below itself`() async {
        let found = await failures {
            await given(PuppetFixture(), .init()) { test in #expect(test.child(Puppet.self) == nil) }
        }
        #expect(found.count == 1)
    }

    @Test func `actions in order start when the one before has come to rest, concurrent ones at once`() async {
        await given(PuppetFixture(), .init()) { test in
            await test.when(
                .init("a") { await $0.hop(5, then: "a") },
                .init("b") { strings in strings.log("b") })
            #expect(test.state.log == ["a", "b"])
        }
        await given(PuppetFixture(), .init()) { test in
            await test.when(
                concurrently: .init("a") { await $0.hop(5, then: "a") },
                .init("b") { strings in strings.log("b") })
            #expect(test.state.log == ["b", "a"])
        }
    }

    @Test func `what happened is there by kind`() async {
        await given(AlbumFixture(), .holding(5)) { test in
            let what = await test.when(.picked("a"))
            #expect(what.actions == [.picked("a")])
            #expect(what.useCases == [.attach("a")])
            #expect(what.mutations == [.refused])
            #expect(what.sideEffects == [.refused])
            #expect(what.states.map(\.message) == ["five at most"])
            #expect(what.outputs == [])
            #expect(what.drops.isEmpty)
        }
    }
}

/// A puppet with two more below.
private struct Rows: SceneFixture {
    let doubles = PuppetFixture()

    func assemble(_ state: Puppet.State) -> SceneRuntime<Puppet> {
        let scene = doubles.assemble(state)
        for _ in 0..<2 { scene.add(PuppetFixture().assemble(.init())) }
        return scene
    }
}
