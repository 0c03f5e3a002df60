import SceneTemplates
import Testing

/// Closures that keep the scene that keeps them.
@Suite struct `lint-scenes and closures that a scene keeps` {
    /// The findings in a generated scene whose assembly has these lines before its end.
    private func found(assembly lines: String) -> [String] {
        let old =
            "        return SceneRuntime(controller: MoviesController(interactor: interactor, store: store), store: store)\n"
        let new =
            "        let scene = SceneRuntime<Movies>(\n"
            + "            controller: MoviesController(interactor: interactor, store: store), store: store)\n"
            + lines.split(separator: "\n").map { "        \($0)\n" }.joined() + "        return scene\n"
        return findings(in: "MoviesAssembly.swift", old, new)
    }

    /// The findings in a target that has a generated scene and this file.
    private func found(file: String) -> [String] {
        let sandbox = Sandbox(["Sources/App/Flow.swift": file])
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        return sandbox.run("lint-scenes").output.filter { $0.hasSuffix("[captures-scene]") }
    }

    @Test(arguments: [
        "scene.observe(\\.message, on: store) { _, message in scene.execute(.appeared) }",
        "scene.observe(\\.message, onChange: { _ in print(scene) })",
        "scene.observeEveryCommit(\\.self, on: store) { _, _ in\n    if true { scene.stop() }\n}",
        "let token = scene.observe({ $0.lines.count }) { count in\n    scene.execute(.appeared)\n}",
        "scene.observePulse(\\.toast, on: scene) { _, text in store.execute(.loadFailed) }",
        "scene.observeChanges(of: \\.rows, on: store) { _, _ in interactor.clear() }",
        "scene.present(\\.sheet) { _, state in Details.assemble(state, worker: scene.worker) }",
        "scene.present(\\.sheet) { _, state in Details.assemble(state) } onOutput: { _, _ in scene.execute(.appeared) }",
        "scene.present(\\.sheet, make: { _, state in\n    let title = scene.state.title\n    return Details.assemble(title)\n})",
        "scene.stack(\\.path) { _, element in Details.assemble(element.route) { store.execute(.loadFailed) } }",
        "scene.list(\\.rows) { _, item in\n    Row.assemble(item)\n} onChange: { item in\n    .changed(item, scene.state.title)\n}",
        "scene.sources { _ in [SceneSource(id: 1) { scene.events() }] }",
        "scene.observe(\\.message, on: store) { [scene] _, _ in scene.stop() }",
        "scene.observe(\\.message, on: store) { [kept = scene] _, _ in kept.stop() }",
        "scene.observe(\\.message, on: store) { _, _ in Task { [weak scene] in await scene?.stop() } }",
        "let copy = scene\nscene.observe(\\.message, on: store) { _, _ in copy.stop() }",
        "let child = Details.assemble()\nchild.outputs?.connect(to: store) { _, _ in scene.execute(.appeared) }",
        "let child = scene.add(Details.assemble()) { scene, _ in scene.stop() }\nchild.observe(\\.x, on: store) { _, _ in scene.stop() }",
        "scene.list(\\.rows) { parent, item in\n    let row = Row.assemble(item)\n    row.observe(\\.taps) { _ in parent.execute(.appeared) }\n    return row\n}",
        "scene.list(\\.rows) { [weak scene] _, item in\n    let row = Row.assemble(item)\n    guard let scene else { return row }\n    row.observe(\\.taps) { _ in scene.execute(.appeared) }\n    return row\n}",
        "let changed = { (message: String) in scene.execute(.appeared) }\nscene.observe(\\.message, onChange: changed)",
        "func changed(_ message: String) { scene.execute(.appeared) }\nscene.observe(\\.message, onChange: changed)",
        "func stop() { scene.stop() }\nscene.observe(\\.message, on: store) { _, _ in stop() }",
        "let stop = { scene.stop() }\nscene.observe(\\.message, on: store) { [weak scene] _, _ in if scene != nil { stop() } }",
        "func log() { print(scene.state) }\nfunc stop() { log() }\nscene.observe(\\.message) { _ in [1].forEach { _ in stop() } }",
        "func log() { print(scene.state) }\nscene.observe(\\.message) { _ in run(log) }",
        "scene.observe(\\.message, onChange: store.log)",
    ])
    func `a closure that keeps its scene, a part of it or its parent is found`(lines: String) {
        let found = found(assembly: lines)
        #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix("[captures-scene]") }, "\(found)")
    }

    private static let flow =
        "@MainActor final class Flow {\n    private(set) var scene: SceneRuntime<Movies>?\n    weak var other: SceneRuntime<Movies>?\n"
        + "    init(scene: SceneRuntime<Movies>? = nil, title: String = \"\") { self.scene = scene }\n    func show() {}\n}\n"

    private func found(movies lines: String, after flow: String = flow) -> [String] {
        let body = lines.split(separator: "\n").map { "        \($0)\n" }.joined()
        return found(
            file: flow + "extension Movies {\n    static func watched() -> SceneRuntime<Movies> {\n"
                + "        let scene = Movies.assemble()\n\(body)        return scene\n    }\n}\n")
    }

    @Test(arguments: [
        "let flow = Flow(scene: scene)\nscene.observe(\\.message) { _ in flow.show() }",
        "let flow = Flow(scene)\nscene.observe(\\.message) { _ in flow.show() }",
        "let flow = Flow()\nflow.scene = scene\nscene.observe(\\.message) { _ in flow.show() }",
        "let flow = Flow()\nscene.observe(\\.message) { _ in flow.show() }\nflow.scene = scene",
        "let flow = Flow(scene: scene)\nlet copy = flow\nscene.observe(\\.message) { _ in copy.show() }",
        "let flow = Flow(scene: scene)\nfunc show() { flow.show() }\nscene.observe(\\.message) { _ in show() }",
        "let flow = Flow(scene: scene)\nscene.observe(\\.message, onChange: flow.show)",
    ])
    func `a closure that keeps its scene through another object is found`(lines: String) {
        let found = found(movies: lines)
        #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix("[captures-scene]") }, "\(found)")
        #expect(self.found(movies: lines, after: Self.flow.replacing("private(set) var", with: "weak var")) == [])
    }

    /// A structure and a class that hold what they are given, the class also as closures.
    private static let holders =
        "struct Pair {\n    var scene: SceneRuntime<Movies>?\n    weak var other: SceneRuntime<Movies>?\n    func show() {}\n}\n"
        + "@MainActor final class Flow {\n    var onEnd: (() -> Void)?\n    let title: String = \"\"\n"
        + "    var last: (() -> Void)? { nil }\n    init(onEnd: (() -> Void)? = nil) { self.onEnd = onEnd }\n    func show() {}\n}\n"

    @Test(arguments: [
        "let pair = Pair(scene: scene)\nscene.observe(\\.message) { _ in pair.show() }",
        "let pair = Pair(scene: scene)\nlet copy = pair\nscene.observe(\\.message) { [copy] _ in copy.show() }",
        "let all = [scene]\nscene.observe(\\.message) { _ in all[0].stop() }",
        "let all = [1: scene]\nscene.observe(\\.message) { _ in all[1]?.stop() }",
        "let all: [SceneRuntime<Movies>] = [other, scene]\nscene.observe(\\.message) { _ in all[0].stop() }",
        "let both = (scene, 1)\nscene.observe(\\.message) { _ in both.0.stop() }",
        "let pairs = [Pair(scene: scene)]\nscene.observe(\\.message) { _ in pairs[0].show() }",
        "let flow = Flow()\nflow.onEnd = { scene.stop() }\nscene.observe(\\.message) { _ in flow.show() }",
        "let flow = Flow()\nscene.observe(\\.message) { _ in flow.show() }\nflow.onEnd = { scene.stop() }",
        "let flow = Flow(onEnd: { scene.stop() })\nscene.observe(\\.message) { _ in flow.show() }",
        "func stop() { scene.stop() }\nlet flow = Flow(onEnd: stop)\nscene.observe(\\.message) { _ in flow.show() }",
        "let stop = { scene.stop() }\nlet flow = Flow()\nflow.onEnd = stop\nscene.observe(\\.message) { _ in flow.show() }",
    ])
    func `a closure that keeps its scene through a value or a stored closure is found`(lines: String) {
        let found = found(movies: lines, after: Self.holders)
        #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix("[captures-scene]") }, "\(found)")
    }

    @Test(arguments: [
        "let pair = Pair(other: scene)\nscene.observe(\\.message) { _ in pair.show() }",
        "let pair = Pair(scene: Movies.assemble())\nscene.observe(\\.message) { _ in pair.show() }",
        "scene.observe(\\.message, on: store, initially: store.isNew, onChange: Flow.show)",
        "let titles = [scene.state.message]\nscene.observe(\\.message) { _ in print(titles) }",
        "let titles = [scene].map { $0.state.message }\nscene.observe(\\.message) { _ in print(titles) }",
        "let titles = [scene]\n    .map(\\.state.message)\nscene.observe(\\.message) { _ in print(titles) }",
        "let isOne = [scene] == all\nscene.observe(\\.message) { _ in print(isOne) }",
        "let all = [Weak(scene: scene)]\nscene.observe(\\.message) { _ in all[0].stop() }",
        "let title = (scene, 1).1\nscene.observe(\\.message) { _ in print(title) }",
        "let text = (scene.state.message)\nscene.observe(\\.message) { _ in print(text) }",
        "let flow = Flow()\nflow.onEnd = { [weak scene] in scene?.stop() }\nscene.observe(\\.message) { _ in flow.show() }",
        "let flow = Flow()\nflow.onEnd = { print(flow.title) }\nscene.observe(\\.message) { _ in flow.show() }",
        "let flow = Flow(onEnd: { [weak scene] in scene?.stop() })\nscene.observe(\\.message) { _ in flow.show() }",
        "let flow = Flow()\nflow.show { scene.stop() }\nscene.observe(\\.message) { _ in flow.show() }",
        "let flow = Flow()\nflow.last = { scene.stop() }\nscene.observe(\\.message) { _ in flow.show() }",
        "let flow = Flow()\nflow.onEnd = { scene.stop() }\nscene.observe(\\.message) { [weak flow] _ in flow?.show() }",
        "let flow = Flow(onEnd: { scene.stop() })\nscene.observe(\\.message, on: flow) { flow, _ in flow.show() }",
    ])
    func `a closure that keeps a value without its scene, or a closure that holds it weakly, is not reported`(
        lines: String
    ) {
        #expect(found(movies: lines, after: Self.holders) == [])
    }

    @Test func `the message about a value does not advise to hold it weakly`() {
        let found = found(
            movies: "let all = [scene]\nscene.observe(\\.message) { _ in all[0].stop() }", after: Self.holders)
        #expect(found.count == 1 && found[0].contains("uses all, which holds scene, and so scene never ends. Use what"))
        #expect(!found.joined().contains("[weak all]"))
    }

    /// A class with a property for the scene `Movies` that is strong only in the first.
    private static func presenter(_ property: String, generic: String = "") -> String {
        "enum Details: SceneDefinition {}\n@MainActor final class Flow\(generic) {\n    \(property)\n"
            + "    private weak var movies: SceneRuntime<Movies>?\n    func show() {}\n}\n"
    }

    @Test(arguments: [
        ("var other: SceneRuntime<Movies>?", "", true), ("let other: SceneRuntime<D>", "<D: SceneDefinition>", true),
        ("var other: SceneRuntime<Movies>? { didSet { show() } }", "", true),
        ("var other: SceneRuntime<Movies>! { willSet { show() } }", "", true),
        ("var other: SceneRuntime<Movies>? { movies }", "", false),
        ("var other: SceneRuntime<Movies> {\n        get { movies! }\n    }", "", false),
        ("var details: SceneRuntime<Details>?", "", false), ("let details: DetailsStore", "", false),
    ])
    func `an argument without a label is held by a stored property of its definition`(
        property: String, generic: String, isFound: Bool
    ) {
        for scene in ["scene", "copy"] {
            let lines =
                "let copy = scene\nlet flow = Flow(\(scene))\nscene.observe(\\.message) { _ in flow.show() }"
            let found = found(movies: lines, after: Self.presenter(property, generic: generic))
            #expect(found.count == (isFound ? 1 : 0), "\(found)")
        }
    }

    @Test func `an argument with the label of a computed property is not held`() {
        let lines = "let flow = Flow(other: scene)\nscene.observe(\\.message) { _ in flow.show() }"
        #expect(found(movies: lines, after: Self.presenter("var other: SceneRuntime<Movies>? { movies }")) == [])
        #expect(found(movies: lines, after: Self.presenter("var other: SceneRuntime<Movies>?")).count == 1)
    }

    @Test(arguments: [
        "let flow = Flow()\nscene.observe(\\.message) { _ in flow.show() }",
        "let flow = Flow(title: scene.state.message)\nscene.observe(\\.message) { _ in flow.show() }",
        "let flow = Flow(scene: scene)\nscene.observe(\\.message) { [weak flow] _ in flow?.show() }",
        "let flow = Flow(scene: scene)\nscene.observe(\\.message, on: flow) { flow, _ in flow.show() }",
        "let flow = Flow()\nflow.other = scene\nscene.observe(\\.message) { _ in flow.show() }",
        "let flow = Flow(other: scene)\nscene.observe(\\.message) { _ in flow.show() }",
        "let flow = Movie(scene: scene)\nscene.observe(\\.message) { _ in flow.show() }",
    ])
    func `a closure that keeps an object without its scene, or keeps it weakly, is not reported`(lines: String) {
        #expect(found(movies: lines) == [])
    }

    @Test func `the message names the call, the variable and the remedy`() {
        #expect(
            found(assembly: "scene.observe(\\.message, on: store) { _, _ in scene.stop() }") == [
                "Sources/App/Movies/MoviesAssembly.swift:10: warning: A closure that scene.observe keeps uses scene, and so "
                    + "scene never ends. Write `[weak scene]`, or use what the closure is called with. [captures-scene]"
            ])
    }

    @Test(arguments: [
        "scene.observe(\\.message, on: store) { store, _ in store.execute(.loadFailed) }",
        "scene.observe(\\.message, on: scene) { scene, _ in scene.execute(.appeared) }",
        "scene.observe(\\.message, on: scene) { scene, _ in Task { await scene.execute(.appeared).value } }",
        "scene.observe(\\.message, on: scene) { $0.execute($1) }",
        "scene.observe(\\.message) { [weak scene] _ in scene?.execute(.appeared) }",
        "scene.observe(\\.message) { [weak scene, weak store] _ in\n    guard let scene, let store else { return }\n    scene.execute(.appeared)\n    store.execute(.loadFailed)\n}",
        "scene.observe(\\.message) { [unowned(safe) scene] _ in scene.execute(.appeared) }",
        "scene.observe(\\.message) { [weak kept = scene] _ in kept?.execute(.appeared) }",
        "scene.observe(\\.message) { [title = scene.state.message] _ in print(title) }",
        "scene.observe(\\.scene) { value in print(value.scene, \\Movies.store) }",
        "scene.observe(\\.message) { _ in show(scene: 1, store: 2) }",
        "scene.observe(\\.message) { _ in\n    let scene = 1\n    print(scene)\n}",
        "scene.observe(\\.message) { _ in for store in [1, 2] { print(store) } }",
        "scene.present(\\.sheet) { scene, state in\n    Details.assemble(state, of: scene)\n} onOutput: { scene, _ in\n    scene.execute(.appeared)\n}",
        "scene.present(\\.sheet) { _, state in Details.assemble(state, worker: worker) }",
        "scene.list(\\.rows) { parent, item in\n    let row = Row.assemble(item)\n    row.observe(\\.taps, on: parent) { parent, _ in parent.execute(.appeared) }\n    return row\n}",
        "scene.list(\\.rows) { parent, item in\n    let row = Row.assemble(item)\n    row.observe(\\.taps) { [weak parent] _ in parent?.execute(.appeared) }\n    return row\n}",
        "let child = Details.assemble()\nscene.observe(\\.message, on: child) { child, _ in child.execute(.appeared) }",
        "names.list(store) { scene.stop() }",
        "let keychain = KeychainStore()\nscene.observe(\\.message) { _ in keychain.save() }",
        "scene.observe(\\.message) { _ in print(\"scene\") }  // scene",
        "Task { await scene.execute(.appeared).value }",
        "let changed = { [weak scene] (message: String) in scene?.stop() }\nscene.observe(\\.message, onChange: changed)",
        "func stop(_ scene: SceneRuntime<Movies>) { scene.stop() }\nscene.observe(\\.message, on: scene) { scene, _ in stop(scene) }",
        "let stop = { [weak scene] in scene?.stop() }\nscene.observe(\\.message) { _ in stop() }",
        "func again(_ count: Int) { if count > 0 { again(count - 1) } }\nscene.observe(\\.message) { _ in again(2) }",
        "func stop() { scene.stop() }\nscene.observe(\\.message) { _ in names.stop() }\nstop()",
    ])
    func `a closure that does not keep its scene is not reported`(lines: String) {
        #expect(found(assembly: lines) == [])
    }

    @Test(arguments: [
        "enum Flow {\n    static func watch(_ parent: SceneRuntime<Home>) -> SceneRuntime<Movies> {\n        let scene = Movies.assemble()\n        scene.observe(\\.message) { _ in parent.execute(.close) }\n        return scene\n    }\n}\n",
        "enum Home: SceneDefinition {}\nextension Home {\n    static func rows(_ home: SceneRuntime<Home>) {\n        home.list(\\.rows) { home, item in Movies.watched(home) }\n    }\n}\nextension Movies {\n    static func watched(_ home: SceneRuntime<Home>) -> SceneRuntime<Movies> {\n        let scene = Movies.assemble()\n        scene.observe(\\.message) { _ in home.execute(.close) }\n        return scene\n    }\n}\n",
        "enum Flow {\n    static func watched(_ scene: SceneRuntime<Movies>) -> SceneRuntime<Movies> {\n        scene.observe(\\.message) { _ in print(scene.state) }\n        return scene\n    }\n}\n",
        "@MainActor final class Flow {\n    let scene: SceneRuntime<Movies>\n    init(_ scene: SceneRuntime<Movies>) {\n        self.scene = scene\n        scene.observe(\\.message) { _ in self.show() }\n    }\n}\n",
        "@MainActor final class Flow {\n    private let scene = Movies.assemble()\n    func start() {\n        token = self.scene.observe(\\.message) { message in self.text = message }\n    }\n}\n",
        "@MainActor final class Flow {\n    var scene: SceneRuntime<Movies>?\n}\nextension Flow {\n    func start() { scene?.observe(\\.message, onChange: { self.text = $0 }) }\n}\n",
    ])
    func `a closure that keeps the parent, or an object with the scene, is found`(file: String) {
        let found = found(file: file)
        #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix("[captures-scene]") }, "\(found)")
    }

    @Test(arguments: [
        "extension Movies {\n    static func assemble(profile: SceneRuntime<Profile>) -> SceneRuntime<Movies> {\n        let scene = Movies.assemble()\n        scene.sources { _ in [SceneSource(1, { profile.values(\\.points) }, action: { .points($0) })] }\n        return scene\n    }\n}\n",
        "extension Board {\n    func connect(_ row: SceneRuntime<Movies>, to board: SceneRuntime<Board>) {\n        board.observe(\\.query) { _ in row.execute(.appeared) }\n    }\n}\n",
        "@MainActor final class Flow {\n    let scene = Movies.assemble()\n    init() {\n        scene.observe(\\.message, on: self) { flow, message in flow.text = message }\n        scene.observe(\\.message) { [weak self] message in self?.text = message }\n        other.observe(\\.message) { message in self.text = message }\n    }\n}\n",
        "struct Flow {\n    let scene = Movies.assemble()\n    func start() { scene.observe(\\.message) { _ in self.show() } }\n    static func all(_ scene: SceneRuntime<Movies>) { scene.observe(\\.message) { _ in self.show() } }\n}\n",
    ])
    func `a closure that keeps another scene, or a value, is not reported`(file: String) {
        #expect(found(file: file) == [])
    }
}
