import SceneTemplates
import Testing

/// Worker protocols in various styles, and the doubles that are generated for them.
@Suite struct `Doubles of workers` {
    private func double(of requirements: String, heading: String = "public protocol ShopWorker: AnyObject, Sendable")
        -> (text: String, problem: String)
    {
        let sandbox = Sandbox([
            "Sources/App/Shop.swift": "enum Shop: SceneDefinition {}\n\(heading) {\n\(requirements)\n}\n"
        ])
        let answer = sandbox.run("new-scene", "Shop", "--refresh-doubles")
        return (sandbox["Tests/AppTests/Shop/ShopWorkerDouble.swift"], answer.errors.first ?? "")
    }

    @Test(arguments: [
        ("func ring()", "    let ringStub = Stub<Void, Void>()", "    func ring() { ringStub() }"),
        (
            "@MainActor func show(_ text: String)", "    let showStub = Stub<String, Void>()",
            "    @MainActor func show(_ text: String) { showStub(text) }"
        ),
        (
            "@concurrent func find(of name: String, _ n: Int) async -> URL?",
            "    let findStub = Stub<(name: String, n: Int), URL?>()",
            "    @concurrent func find(of name: String, _ n: Int) async -> URL? { await findStub((name, n)) }"
        ),
        (
            "@concurrent func load(\n    pages: [Int],\n    // which\n    of book: Book = nil\n) async throws -> [Page]"
                .replacing(" = nil", with: ""),
            "    let loadStub = ThrowingStub<(pages: [Int], book: Book), [Page]>()",
            "    @concurrent func load(pages: [Int], of book: Book) async throws -> [Page] { try await loadStub((pages, book)) }"
        ),
        (
            "func count(for: User, in year: Int)", "    let countStub = Stub<(for: User, year: Int), Void>()",
            "    func count(for: User, in year: Int) { countStub((`for`, year)) }"
        ),
        (
            "func count() -> Int", "    let countStub = Stub<Void, Int>(otherwise: 0)",
            "    func count() -> Int { countStub() }"
        ),
        (
            "func map() -> [Int: Bool]", "    let mapStub = Stub<Void, [Int: Bool]>(otherwise: [:])",
            "    func map() -> [Int: Bool] { mapStub() }"
        ),
        (
            "func list() -> [[Int: Bool]]", "    let listStub = Stub<Void, [[Int: Bool]]>(otherwise: [])",
            "    func list() -> [[Int: Bool]] { listStub() }"
        ),
        (
            "@MainActor var isOnline: Bool { get }", "    let isOnlineStub = Stub<Void, Bool>(otherwise: false)",
            "    @MainActor var isOnline: Bool { isOnlineStub() }"
        ),
        (
            "var user: String? { get async throws }", "    let userStub = ThrowingStub<Void, String?>()",
            "        get async throws { try await userStub() }"
        ),
        (
            "func later(_ body: @escaping @Sendable (Int) -> Void)",
            "    let laterStub = Stub<@Sendable (Int) -> Void, Void>()",
            "    func later(_ body: @escaping @Sendable (Int) -> Void) { laterStub(body) }"
        ),
        (
            "func all(_ numbers: Int...)", "    let allStub = Stub<[Int], Void>()",
            "    func all(_ numbers: Int...) { allStub(numbers) }"
        ),
        (
            "func ask() async -> Permission", "    let askStub: Stub<Void, Permission>",
            "        askStub = Stub(otherwise: ask)"
        ),
        (
            "@concurrent func load(_ page: Int) async throws(Refusal) -> [Page]",
            "    let loadStub: StubbedCall<Int, [Page], Refusal>",
            "    @concurrent func load(_ page: Int) async throws(Refusal) -> [Page] { try await loadStub(page) }"
        ),
        (
            "func load() throws(Shop.Refusal)", "    init(load: Shop.Refusal) {",
            "        loadStub = StubbedCall(failing: load)"
        ),
        (
            "func load() throws(any Error) -> Int", "    let loadStub = ThrowingStub<Void, Int>()",
            "    func load() throws -> Int { try loadStub() }"
        ),
        (
            "func load() throws(Never) -> Int", "    let loadStub = Stub<Void, Int>(otherwise: 0)",
            "    func load() -> Int { loadStub() }"
        ),
        (
            "var page: Page { get async throws(Refusal) }", "    let pageStub: StubbedCall<Void, Page, Refusal>",
            "        get async throws(Refusal) { try await pageStub() }"
        ),
    ])
    func `a requirement becomes a stub and a function that forwards to it`(
        requirement: String, stub: String, function: String
    ) {
        let lines = double(of: requirement).text.split(separator: "\n").map(String.init)
        #expect(lines.contains(stub), "\(lines)")
        #expect(lines.contains(function), "\(lines)")
    }

    @Test(arguments: [
        ("func make<T>(_ type: T.Type) -> T", "2: a double cannot be generated for the generic function make."),
        (
            "func fill(_ list: inout [Int])",
            "2: a double cannot be generated for `inout` in fill(list): a double stores its arguments."
        ),
        (
            "func use(_ shape: some Shape)",
            "2: a double cannot be generated for `some` in use(shape): a double stores its arguments."
        ),
        (
            "func run(_ body: () -> Void)",
            "2: a double cannot be generated for the closure run(body), which is not @Sendable."
        ),
        (
            "func run(_ body: @Sendable () -> Void)",
            "2: a double cannot be generated for the closure run(body), which is not @escaping and cannot be stored."
        ),
        ("func copy() -> Self", "2: a double cannot be generated for `Self` in the return type of copy."),
        (
            "func fine()\n\nvar name: String { get set }",
            "4: a double cannot be generated for the settable property name."
        ),
        ("associatedtype Item", "2: a double cannot be generated for `associatedtype` among the requirements."),
        ("init()", "2: a double cannot be generated for `init` among the requirements."),
        ("static func make()", "2: a double cannot be generated for a `static` requirement."),
        (
            "subscript(index: Int) -> Int { get }",
            "2: a double cannot be generated for `subscript` among the requirements."
        ),
        ("#if DEBUG\nfunc f()\n#endif", "2: a double cannot be generated for `#if`."),
        ("func `a name`()", "2: a double cannot be generated for an operator, or a name in backticks."),
        ("func take(_: Int)", "2: a double cannot be generated for a parameter of take without a name of its own."),
    ])
    func `unreadable source is named with file and line, and nothing is written`(
        requirement: String, problem: String
    ) {
        let result = double(of: requirement)
        #expect(
            result.problem == "error: Sources/App/Shop.swift:" + String(Int(problem.prefix(1)).map { $0 + 1 } ?? 0)
                + problem.dropFirst())
        #expect(result.text.isEmpty)
    }

    @Test func `inherited requirements belong to the double`() {
        let sandbox = Sandbox([
            "Sources/App/Shop.swift": """
            enum Shop: SceneDefinition {}
            public protocol ShopWorker: Base, Priced & Swift.Sendable {
                func open() throws(Refusal)
            }

            """,
            "Sources/App/Base.swift": """
            import Foundation
            public protocol Base: AnyObject, Root { func at() -> URL? }
            public protocol Priced: Root { func open() throws }

            """,
            "Sources/Other/Root.swift": "public protocol Root: Sendable { func ring() }\n",
        ])
        #expect(sandbox.run("new-scene", "Shop", "--refresh-doubles", "--target", "App").code == 0)
        let lines = sandbox["Tests/AppTests/Shop/ShopWorkerDouble.swift"].split(separator: "\n").map(String.init)
        #expect(
            lines.filter { $0.hasPrefix("    func") || $0.hasPrefix("import") } == [
                "import App", "import CISTesting", "import Foundation",
                "    func open() throws(Refusal) { try openStub() }",
                "    func at() -> URL? { atStub() }",
                "    func ring() { ringStub() }",
            ])
    }

    @Test func `an inherited protocol that is not public is seen by a testable import`() {
        let sandbox = Sandbox([
            "Sources/App/Shop.swift":
                "enum Shop: SceneDefinition {}\npublic protocol ShopWorker: Base {}\nprotocol Base: Sendable { func ring() }\n"
        ])
        #expect(sandbox.run("new-scene", "Shop", "--refresh-doubles").code == 0)
        #expect(sandbox["Tests/AppTests/Shop/ShopWorkerDouble.swift"].contains("\n@testable import App\n"))
    }

    @Test func `requirements that come from elsewhere are not passed over`() {
        let result = double(of: "func ring()", heading: "protocol ShopWorker: Base, Sendable")
        #expect(
            result.problem
                == "error: Sources/App/Shop.swift:2: a double cannot be generated for the inherited protocol Base."
        )
    }

    @Test func `overloads are distinguished by their labels`() {
        let lines = double(of: "func find(id: Int)\nfunc find(name: String)").text
        #expect(lines.contains("let findIdStub") && lines.contains("let findNameStub"))
        #expect(
            double(of: "func find(_ id: Int)\nfunc find(_ id: String)").problem.contains("differ only in their types"))
    }

    @Test func `a protocol that is not public is seen by a testable import`() {
        #expect(double(of: "func ring()").text.contains("\nimport App\n"))
        #expect(
            double(of: "func ring()", heading: "protocol ShopWorker: AnyObject, Sendable").text.contains(
                "\n@testable import App\n"))
    }

    @Test func `a public import above a protocol does not make the protocol public`() {
        let sandbox = Sandbox([
            "Sources/App/Shop.swift": "enum Shop: SceneDefinition {}\n",
            "Sources/App/ShopWorker.swift":
                "public import Foundation\nprotocol ShopWorker: AnyObject, Sendable { func ring() }\n",
        ])
        #expect(sandbox.run("new-scene", "Shop", "--refresh-doubles").code == 0)
        #expect(sandbox["Tests/AppTests/Shop/ShopWorkerDouble.swift"].contains("\n@testable import App\n"))
    }

    @Test func `the double has the imports of the worker's file`() {
        let sandbox = Sandbox([
            "Sources/App/Shop.swift":
                "public import Foundation\nenum Shop: SceneDefinition {}\npublic protocol ShopWorker: AnyObject, Sendable { func at() -> URL? }"
        ])
        #expect(sandbox.run("new-scene", "Shop", "--refresh-doubles").code == 0)
        #expect(
            sandbox["Tests/AppTests/Shop/ShopWorkerDouble.swift"].contains(
                "import App\nimport CISTesting\nimport Foundation\n"))
    }
}

@Suite struct `Refreshing doubles` {
    private static let worker = "Sources/App/Movies/MoviesWorker.swift"
    private static let double = "Tests/AppTests/Movies/MoviesWorkerDouble.swift"

    @Test func `a changed protocol changes the double, and nothing else`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        sandbox.files.put(
            "/home/package/" + Self.worker,
            sandbox[Self.worker].replacing("fetchItems()", with: "fetchPage(_ number: Int)"))
        let before = sandbox.files.contents
        #expect(sandbox.run("new-scene", "Movies", "--refresh-doubles").output == ["change \(Self.double)"])
        #expect(sandbox[Self.double].contains("let fetchPageStub = Stub<Int, [String]?>()"))
        #expect(!sandbox[Self.double].contains("fetchItems"))
        #expect(
            sandbox.files.contents.filter { before[$0.key] != $0.value }.keys.map { $0 } == [
                "/home/package/" + Self.double
            ])
    }

    @Test func `a double that needs an error says what its fixture has to pass`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        sandbox.files.put(
            "/home/package/" + Self.worker,
            sandbox[Self.worker].replacing("fetchItems() async", with: "fetchItems() async throws(Refusal)"))
        for _ in 1...2 {
            let output = sandbox.run("new-scene", "Movies", "--refresh-doubles").output
            let isFirst = output.first == "change \(Self.double)"
            #expect(
                output.last
                    == (isFirst
                        ? "note: pass to MoviesWorkerDouble, where tests make it: (fetchItems: Refusal)"
                        : "Nothing to do: all files are up to date."))
        }
    }

    @Test func `an unchanged protocol changes nothing`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        let before = sandbox.files.contents
        #expect(
            sandbox.run("new-scene", "Movies", "--refresh-doubles").output == [
                "Nothing to do: all files are up to date."
            ])
        #expect(sandbox.files.contents == before)
    }

    @Test func `a double that was written by hand is not overwritten`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        sandbox.files.put("/home/package/" + Self.double, "final class MoviesWorkerDouble {}")
        let answer = sandbox.run("new-scene", "Movies", "--refresh-doubles")
        #expect(
            answer.errors.first == "error: \(Self.double) was not written by this command, so it is not overwritten.")
        #expect(sandbox[Self.double] == "final class MoviesWorkerDouble {}")
    }
}
