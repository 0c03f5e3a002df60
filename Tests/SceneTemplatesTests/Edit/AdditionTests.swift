import SceneTemplates
import Testing

@Suite struct `Adding to a scene that is there` {
    /// Returns the new lines, and whether all others are unchanged.
    private func change(_ path: String, in sandbox: Sandbox, by run: () -> Sandbox.Answer) -> (
        new: [String], isRestSame: Bool
    ) {
        let before = sandbox[path].split(separator: "\n", omittingEmptySubsequences: false)
        let answer = run()
        #expect(answer.code == 0, "\(answer.errors)")
        let after = sandbox[path].split(separator: "\n", omittingEmptySubsequences: false)
        let difference = after.difference(from: before)
        let new = difference.insertions.map { change -> String in
            if case .insert(_, let line, _) = change { String(line) } else { "" }
        }
        return (new, difference.removals.isEmpty)
    }

    @Test func `a use case is added to the enumeration and the interactor, and nothing else changes`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        let before = sandbox.files.contents
        let interactor = change("Sources/App/Movies/MoviesInteractor.swift", in: sandbox) {
            sandbox.run("new-scene", "Movies", "--add-use-case", "FetchPage")
        }
        #expect(interactor.new == ["        case .fetchPage:", "            break"] && interactor.isRestSame)
        #expect(
            sandbox["Sources/App/Movies/Movies.swift"].contains(
                "public enum UseCase: Sendable { case load, fetchPage }\n"))
        let changed = sandbox.files.contents.filter { before[$0.key] != $0.value }.keys.sorted()
        #expect(
            changed == [
                "/home/package/Sources/App/Movies/Movies.swift",
                "/home/package/Sources/App/Movies/MoviesInteractor.swift",
            ])
    }

    @Test func `an action is added to the enumeration and the controller`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        let vocabulary = change("Sources/App/Movies/Movies.swift", in: sandbox) {
            sandbox.run("new-scene", "Movies", "--add-action", "refreshTapped")
        }
        #expect(
            vocabulary.new == ["    public enum Action: Sendable { case appeared, itemChosen(String), refreshTapped }"])
        #expect(
            sandbox["Sources/App/Movies/MoviesController.swift"].contains(
                "        case .refreshTapped:\n            break\n        }\n    }\n}\n"))
    }

    /// Written by hand, in another style.
    private static let handwritten = """
        enum Shop: SceneDefinition {
            enum Action: Sendable { case tapped, typed(String) }
            enum UseCase: Sendable {}
            // case inComment
            enum Mutation: Sendable { case done }
            struct State: SceneState { var text = "case inString {"; var domainState = D() }
        }

        @MainActor final class ShopController: Controller {
            func handle(_ action: Shop.Action) async {
                switch action {
                case .tapped:
                    if case .typed = action { print("{") }
                // All others
                // do nothing.
                default:
                    break
                }
            }
        }

        final class ShopInteractor: Interactor {
            func perform(_ useCase: Shop.UseCase) async {
                switch useCase {
                }
            }
        }

        """

    @Test func `enumerations on one line stay on one line, and default stays last`() {
        let sandbox = Sandbox(["Sources/App/Shop.swift": Self.handwritten])
        #expect(sandbox.run("new-scene", "Shop", "--add-action", "Closed").code == 0)
        let expected = Self.handwritten.replacing("typed(String) }", with: "typed(String), closed }")
            .replacing(
                "        // All others\n", with: "        case .closed:\n            break\n        // All others\n")
        #expect(sandbox["Sources/App/Shop.swift"] == expected)
    }

    @Test func `a case on one line keeps its raw value, and the new one does not get it`() {
        let text = Self.handwritten.replacing(
            "Action: Sendable { case tapped, typed(String) }", with: #"Action: String { case tapped, typed = "t" }"#)
        let sandbox = Sandbox(["Sources/App/Shop.swift": text])
        #expect(sandbox.run("new-scene", "Shop", "--add-action", "Closed").code == 0)
        #expect(sandbox["Sources/App/Shop.swift"].contains(#"Action: String { case tapped, typed = "t", closed }"#))
    }

    @Test func `an empty enumeration gets its first case, an empty switch its first place`() {
        let sandbox = Sandbox(["Sources/App/Shop.swift": Self.handwritten])
        #expect(sandbox.run("new-scene", "Shop", "--add-use-case", "Open").code == 0)
        let expected = Self.handwritten.replacing("UseCase: Sendable {}", with: "UseCase: Sendable { case open }")
            .replacing(
                "switch useCase {\n        }",
                with: "switch useCase {\n        case .open:\n            break\n        }")
        #expect(sandbox["Sources/App/Shop.swift"] == expected)
    }

    @Test func `line ends stay as they are`() {
        let sandbox = Sandbox(["Sources/App/Shop.swift": Self.handwritten.replacing("\n", with: "\r\n")])
        #expect(sandbox.run("new-scene", "Shop", "--add-use-case", "Open").code == 0)
        let text = sandbox["Sources/App/Shop.swift"]
        #expect(text.contains("        case .open:\r\n            break\r\n        }\r\n"))
        #expect(text.replacing("\r\n", with: "").utf8.allSatisfy { $0 != UInt8(ascii: "\n") })
    }

    @Test(arguments: [
        ("--add-action", "Tapped", "Shop.Action has a case tapped already."),
        ("--add-use-case", "Open", "ShopInteractor.perform has no switch for open."),
    ])
    func `an impossible addition is named, and nothing is written`(option: String, name: String, problem: String) {
        let text = Self.handwritten.replacing("        switch useCase {\n        }\n", with: "")
        let sandbox = Sandbox(["Sources/App/Shop.swift": text])
        let answer = sandbox.run("new-scene", "Shop", option, name)
        #expect(answer.errors.first == "error: " + problem)
        #expect(sandbox["Sources/App/Shop.swift"] == text)
    }

    @Test func `a switch on one line is refused`() {
        let text = Self.handwritten.replacing("switch useCase {\n        }", with: "switch useCase {}")
        let sandbox = Sandbox(["Sources/App/Shop.swift": text])
        let answer = sandbox.run("new-scene", "Shop", "--add-use-case", "Open")
        #expect(answer.errors.first == "error: The switch of ShopInteractor.perform is on one line.")
        #expect(sandbox["Sources/App/Shop.swift"] == text)
    }

    @Test func `a scene that does not exist is named`() {
        let answer = Sandbox().run("new-scene", "Nothing", "--add-use-case", "Open")
        #expect(
            answer.errors == [
                "error: There is no scene 'Nothing' in /home/package.", "Write it first: new-scene Nothing.",
            ])
    }

    @Test func `the target of a scene that is there need not be named`() {
        let sandbox = Sandbox(["Sources/Other/Other.swift": "", "Sources/App/Shop.swift": Self.handwritten])
        #expect(sandbox.run("new-scene", "Shop", "--add-use-case", "Open").code == 0)
    }

    @Test func `additions add up`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        for name in ["One", "Two", "Three"] {
            #expect(sandbox.run("new-scene", "Movies", "--add-use-case", name).code == 0)
        }
        #expect(
            sandbox["Sources/App/Movies/Movies.swift"].contains("UseCase: Sendable { case load, one, two, three }"))
    }

    @Test func `an enumeration that is too long for its line gets several`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        let names = ["AVeryLongNameIndeedForAnAction", "AnotherVeryLongNameForAnAction", "Last"]
        for name in names { #expect(sandbox.run("new-scene", "Movies", "--add-action", name).code == 0) }
        #expect(
            sandbox["Sources/App/Movies/Movies.swift"].contains(
                """
                    public enum Action: Sendable {
                        case appeared, itemChosen(String), aVeryLongNameIndeedForAnAction
                        case anotherVeryLongNameForAnAction
                        case last
                    }

                """))
    }
}
