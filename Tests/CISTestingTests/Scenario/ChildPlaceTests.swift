import CIS
import CISTesting
import Testing

/// Children that are identified by their places.
@MainActor
@Suite struct `Places of children` {
    private typealias Place = ChildPlace<Board, ScriptedScene>

    private static func logs(_ text: String) -> ScriptedScene.Action { ScriptedScene.Action("logs") { $0.log(text) } }
    private static var opens: ScriptedScene.Action {
        ScriptedScene.Action("opens") { $0.store.execute(.setOpen(true)) }
    }

    @Test func `a child is reached by its place, in a list, in a stack and as what is presented`() async {
        await given("two rows", BoardFixture(), .twoRows) { test in
            await test.when("a screen and a sheet come", .changed(.pushed("a")), .changed(.presentedFront))
            let places: [(place: Place, name: String)] = [
                (.child(of: \.rows, 1), "row 1"), (.child(of: \.rows, 2), "row 2"), (.child(of: \.path, 1), "screen"),
                (.child(of: \.front), "sheet"),
            ]
            for (place, name) in places {
                let what = await test.when(in: place, Self.logs(name))
                #expect(what.mutations == [.logged(name)])
                test.then(in: place, \.log == [name], mutations: [.logged(name)])
            }
            #expect(test.child(of: \.rows, 2, as: ScriptedScene.self)?.state.log == ["row 2"])
            #expect(test.child(of: \.path, 1, as: ScriptedScene.self)?.state.log == ["screen"])
            #expect(test.child(of: \.front, as: ScriptedScene.self)?.state.log == ["sheet"])
        }
    }

    @Test func `two presented scenes of one definition are distinguished`() async {
        await given(BoardFixture(), .init()) { test in
            await test.when(.changed(.presentedFront), .changed(.presentedBack))
            await test.when(
                "the one behind speaks", in: .child(of: \.back, as: ScriptedScene.self), Self.logs("behind"))
            test.then("it has", in: .child(of: \.back, as: ScriptedScene.self), \.log == ["behind"])
            test.then("the other has not", in: .child(of: \.front, as: ScriptedScene.self), \.log == [])
        }
    }

    @Test func `a child of a child has a place in it`() async {
        await given(BoardFixture(), .twoRows) { test in
            await test.when(in: .child(of: \.rows, 2, as: ScriptedScene.self), Self.opens)
            let inner = Place.child(of: \.child, in: .child(of: \.rows, 2, as: ScriptedScene.self))
            await test.when(in: inner, Self.logs("deep"))
            test.then(in: inner) { $0.log = ["deep"] }
            test.then(
                in: .child(of: \.child, as: ScriptedScene.self, in: .child(of: \.rows, 2, as: ScriptedScene.self)),
                \.log == ["deep"])
            test.then(in: .child(of: \.rows, 2, as: ScriptedScene.self), \.log == [])
        }
    }

    @Test func `the top of a stack is a place`() async {
        await given(BoardFixture(), .init()) { test in
            await test.given(after: .changed(.pushed("a")), .changed(.pushed("b")))
            await test.given(
                "the top has spoken", in: .top(of: \.path, as: ScriptedScene.self), after: Self.logs("top"))
            test.then(in: .child(of: \.path, 2, as: ScriptedScene.self), \.log == ["top"])
            test.then(in: .child(of: \.path, 1, as: ScriptedScene.self), \.log == [])
        }
        let found = await failures {
            await given(BoardFixture(), .init()) { test in
                test.then(in: .top(of: \.path, as: ScriptedScene.self), \.log == [])
            }
        }
        #expect(found.first?.message.hasPrefix("There is no scene ScriptedScene[top of path].") == true)
    }

    @Test func `the top of a stack that is gone is no place`() async {
        let found = await failures {
            await given(BoardFixture(), .init()) { test in
                test.then(in: .top(of: \.paths[0], as: ScriptedScene.self), \.log == [])
                // Whether a slice is there cannot be checked.
                test.then(in: .top(of: \.paths[0..<1][0], as: ScriptedScene.self), \.log == [])
            }
        }
        #expect(found.count == 2)
        #expect(found.allSatisfy { $0.message.hasPrefix("There is no scene ScriptedScene[top of ") })
    }

    @Test func `a place is looked up each time it is used`() async {
        await given(BoardFixture(), .init()) { test in
            let sheet = Place.child(of: \.front)
            await test.when(.changed(.presentedFront))
            await test.when(in: sheet, Self.logs("first"))
            await test.when(.changed(.dismissedFront), .changed(.presentedFront))
            test.then("it starts anew", in: sheet, \.log == [])
        }
    }

    @Test func `actions of a child start in order, and none waits for the answer to the one before`() async {
        let place = Place.child(of: \.rows, 2)
        let asks = { (name: String) in ScriptedScene.Action(name) { $0.log("\(name): \(await $0.call(name))") } }
        await given("two rows", BoardFixture(), .twoRows) { test in
            test.scenes.call.always(.wait)
            let what = await test.when("the second is tapped twice", in: place, inOrder: asks("a"), asks("b"))
            #expect(what.actions.map(\.name) == ["a", "b"])
            for name in ["b", "a"] {
                test.scenes.call.release(.value("!")) { $0 == name }
                await test.settle()
            }
            test.then("both are answered", in: place, \.log == ["b: !", "a: !"])
            test.then("the first row is not", in: .child(of: \.rows, 1, as: ScriptedScene.self), \.log == [])
        }
    }

    @Test func `actions in order for a child that does not exist were executed nowhere`() async {
        let found = await failures {
            await given("no rows", BoardFixture(), .init()) { test in
                await test.when(in: Place.child(of: \.rows, 7), inOrder: Self.logs("a"), Self.logs("b"))
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.contains("There is no scene ScriptedScene[7]") == true)
    }

    @Test func `a change of a child and its mutations are checked at once`() async {
        let place = Place.child(of: \.rows, 2)
        let found = await failures {
            await given("two rows", BoardFixture(), .twoRows) { test in
                await test.when(in: place, Self.logs("a"))
                test.then("it says a", in: place, mutations: [.logged("a")]) { $0.log = ["a"] }
                await test.when(in: place, Self.logs("b"))
                test.then("it says c", in: place, mutations: [.logged("c")]) { $0.log = ["a", "c"] }
            }
        }
        #expect(found.count == 1)
        let message = found.first?.message ?? ""
        #expect(message.contains("ScriptedScene[2]: The state differs"))
        #expect(message.contains("ScriptedScene[2]: The mutations differ"))
    }

    @Test func `what one row did was accepted as done by another`() async {
        var lines: [UInt] = []
        let found = await failures {
            await given(BoardFixture(), .twoRows, checking: .everything) { test in
                await test.when(in: .child(of: \.rows, 2, as: ScriptedScene.self), Self.logs("second"))
                lines.append(#line + 1)
                test.then(in: .child(of: \.rows, 1, as: ScriptedScene.self), mutations: [.logged("second")])
                lines.append(#line - 3)
            }
        }
        #expect(found.map(\.place.line) == lines)
        #expect(found.first?.message.hasPrefix("ScriptedScene[1]: The mutations differ") == true)
        // Assertions about the first row do not assert the effects of the second.
        let unasserted = found.last?.message.split(separator: "\nSteps before the failure").first ?? ""
        #expect(unasserted.contains("mutation logged(\"second\") of ScriptedScene[2]"))
        #expect(unasserted.contains("field log of ScriptedScene[2]"))
        #expect(!unasserted.contains("ScriptedScene[1]"))
    }

    @Test func `what a row did was asserted by looking at what another one did`() async {
        let found = await failures {
            await given(BoardFixture(), .twoRows, checking: .everything) { test in
                weak let second = test.child(of: \.rows, 2, as: ScriptedScene.self)
                let what = await test.when(
                    in: .child(of: \.rows, 1, as: ScriptedScene.self),
                    .init("both") { tools in
                        tools.log("first")
                        second?.execute(Self.logs("second"))
                    })
                #expect(what.mutations == [.logged("first")])
                test.then(in: .child(of: \.rows, 1, as: ScriptedScene.self), \.log == ["first"])
                test.then(in: .child(of: \.rows, 2, as: ScriptedScene.self), \.log == ["second"])
            }
        }
        #expect(found.count == 1)
        let unasserted = found.first?.message.split(separator: "\nSteps before the failure").first ?? ""
        #expect(unasserted.hasSuffix("mutation logged(\"second\") of ScriptedScene[2]"))
        #expect(!unasserted.contains("first"))
    }

    @Test func `the whole change of a row's state is found`() async {
        let found = await failures {
            await given(BoardFixture(), .twoRows) { test in
                await test.when(in: .child(of: \.rows, 2, as: ScriptedScene.self), Self.logs("second"))
                test.then("nothing changes", in: .child(of: \.rows, 1, as: ScriptedScene.self)) { _ in }
                test.then("nothing changes", in: .child(of: \.rows, 2, as: ScriptedScene.self)) { _ in }
            }
        }
        #expect(found.count == 1)
        #expect(found.first?.message.hasPrefix("Then nothing changes:\nScriptedScene[2]: The state differs") == true)
    }

    @Test func `equal names of children are distinguished by their parents`() async {
        let found = await failures {
            await given(BoardFixture(), .twoRows, checking: .everything) { test in
                for id in 1...2 {
                    await test.when(in: .child(of: \.rows, id, as: ScriptedScene.self), Self.opens)
                    test.then(in: .child(of: \.rows, id, as: ScriptedScene.self), mutations: [.setOpen(true)])
                    test.then(in: .child(of: \.rows, id, as: ScriptedScene.self)) { $0.child.present(1) }
                }
                let inner = Place.child(of: \.child, in: .child(of: \.rows, 2, as: ScriptedScene.self))
                await test.when(in: inner, Self.logs("deep"))
            }
        }
        #expect(found.count == 1)
        #expect(
            found.first?.message.contains("mutation logged(\"deep\") of ScriptedScene[child] of ScriptedScene[2]")
                == true)
    }

    @Test func `a failure names the place where there is no scene, and shows the tree`() async {
        var lines: [UInt] = []
        let found = await failures {
            await given(BoardFixture(), .twoRows) { test in
                await test.when(in: .child(of: \.rows, 3, as: ScriptedScene.self), Self.opens)
                lines.append(#line - 1)
                test.then("it is there", in: .child(of: \.path, 7, as: ScriptedScene.self), \.log == [])
                lines.append(#line - 1)
                #expect(test.child(of: \.front, as: ScriptedScene.self) == nil)
                lines.append(#line - 1)
                let inner = Place.child(of: \.child, in: .child(of: \.rows, 2, as: ScriptedScene.self))
                test.then("nor here", in: inner) { _ in }
                lines.append(#line - 1)
                // The child has a different definition.
                #expect(test.child(of: \.rows, 2, as: Album.self) == nil)
                lines.append(#line - 1)
            }
        }
        #expect(found.map(\.place.line) == lines)
        let names = [
            "ScriptedScene[3]", "ScriptedScene[7]", "ScriptedScene[front]", "ScriptedScene[child] of ScriptedScene[2]",
            "Album[2]",
        ]
        for (failure, name) in zip(found, names) {
            #expect(failure.message.hasPrefix("There is no scene \(name). The tree:\nBoard/"))
            #expect(failure.message.contains("\n  ScriptedScene[2]/"))
        }
    }
}
