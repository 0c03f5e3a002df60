import SceneTemplates
import Testing

/// The wrappers that record the calls of a worker.
@Suite struct `Recorded workers` {
    private func wrapper(of requirements: String, heading: String = "public protocol ShopWorker: AnyObject, Sendable")
        -> (text: String, problem: String)
    {
        let sandbox = Sandbox([
            "Sources/App/Shop.swift":
                "import Foundation\nenum Shop: SceneDefinition {}\n\(heading) {\n\(requirements)\n}\n"
        ])
        let answer = sandbox.run("new-scene", "Shop", "--recorded-worker", "AppTests", "--target", "App")
        return (sandbox["Tests/AppTests/RecordedShopWorker.swift"], answer.errors.first ?? "")
    }

    @Test(arguments: [
        ("func ring()", "    func ring() { worker.ring() }"),
        (
            "@MainActor func show(_ text: String)",
            "    @MainActor func show(_ text: String) {\n        Recorder.call(\"show\", of: \"ShopWorker\", [\"text\": text]) { worker.show(text) }\n    }"
        ),
        (
            "@concurrent func find(of name: String, _ n: Int) async -> URL?",
            "    @MainActor func find(of name: String, _ n: Int) async -> URL? {\n"
                + "        await Recorder.call(\"find\", of: \"ShopWorker\", [\"name\": name, \"n\": n]) { await worker.find(of: name, n) }\n    }"
        ),
        (
            "func find(for: User) async",
            "        await Recorder.call(\"find\", of: \"ShopWorker\", [\"for\": `for`]) { await worker.find(for: `for`) }\n"
        ),
        (
            "@concurrent func load() async throws(Refusal) -> [Page]",
            "        try await Recorder.call(\"load\", of: \"ShopWorker\") { () async throws(Refusal) in try await worker.load() }\n"
        ),
        (
            "func later(_ body: @escaping @Sendable (Int) -> Void) async",
            "        await Recorder.call(\"later\", of: \"ShopWorker\") { await worker.later(body) }\n"
        ),
        (
            "@concurrent func upload(images: [ImageOfTheReceipt], to addresses: [AddressOfAnImage]) async throws",
            "        try await Recorder.call(\"upload\", of: \"ShopWorker\", [\"images\": images, \"addresses\": addresses]) {\n"
                + "            try await worker.upload(images: images, to: addresses)\n        }\n"
        ),
        (
            "func f(a: Int) async\nfunc f(b: Int) async",
            "    @MainActor func f(b: Int) async { await Recorder.call(\"fB\", of: \"ShopWorker\", [\"b\": b]) { await worker.f(b: b) } }\n"
        ),
        (
            "var user: String? { get async throws }",
            "        get async throws { try await Recorder.call(\"user\", of: \"ShopWorker\") { try await worker.user } }"
        ),
        ("@MainActor var isOnline: Bool { get }", "    @MainActor var isOnline: Bool { worker.isOnline }"),
    ])
    func `a function passes its call on`(requirement: String, function: String) {
        let (text, problem) = wrapper(of: requirement)
        #expect(problem == "" && text.contains(function), "\(text)")
    }

    @Test func `it imports what the protocol needs, and nothing of the scene's own module`() {
        #expect(wrapper(of: "").text.contains("import App\nimport CISInspector\nimport Foundation\n"))
        #expect(
            wrapper(of: "", heading: "protocol ShopWorker: AnyObject, Sendable").text.contains("@testable import App\n")
        )
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        #expect(sandbox.run("new-scene", "Movies", "--recorded-worker", "App").code == 0)
        let text = sandbox["Sources/App/RecordedMoviesWorker.swift"]
        #expect(text.contains("import CISInspector\n") && !text.contains("import App"))
        #expect(
            sandbox.run("new-scene", "Movies", "--recorded-worker", "App").output == [
                "Nothing to do: all files are up to date."
            ])
    }

    @Test func `what cannot be passed on, and a target that is not there, are refused`() {
        #expect(
            wrapper(of: "func all(_ numbers: Int...)").problem
                == "error: all of ShopWorker has a variadic parameter, which cannot be passed on.")
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        #expect(
            sandbox.run("new-scene", "Movies", "--recorded-worker", "Other").errors.first
                == "error: There is no target 'Other'.")
    }
}
