import CIS
import CISWorkers
import Foundation
import Testing

/// A scene with a secret in its state.
enum SignIn: SceneDefinition {
    enum Action: Sendable {
        case typed(user: String, password: String)
        case submitted
    }

    enum UseCase: Sendable { case signIn }
    enum Mutation: Sendable {
        case typed(user: String, password: String)
        case failed
    }

    struct State: SceneState, Codable, Equatable {
        var user = ""
        @Secret var password = ""
        @Secret var token: String?
        var attempts = 0
        var domainState: DomainState { DomainState() }
        struct DomainState: Sendable {}
    }

    @MainActor final class SignInController: Controller, Interactor {
        let store: SignInStore

        init(store: SignInStore) { self.store = store }

        func handle(_ action: Action) async {
            switch action {
            case .typed(let user, let password): store.execute(.typed(user: user, password: password))
            case .submitted: await execute(.signIn)
            }
        }

        func perform(_ useCase: UseCase) async { store.execute(.failed) }
    }

    @MainActor final class SignInStore: Store {
        let publisher = StatePublisher(State())

        nonisolated static func mutate(_ state: inout State, by mutation: Mutation) {
            switch mutation {
            case .typed(let user, let password):
                state.user = user
                state.password = password
            case .failed: state.attempts += 1
            }
        }
    }

    @MainActor static func assemble() -> SceneRuntime<SignIn> {
        let store = SignInStore()
        return SceneRuntime(controller: SignInController(store: store), store: store)
    }
}

@MainActor
@Suite struct `Saved scenes` {
    private let files = MemoryFiles()
    private let file = URL(filePath: "/scene")

    @Test func `come back from a file, without their secrets`() async throws {
        let scene = SignIn.assemble()
        await scene.execute(.typed(user: "ada", password: "canary")).value
        await scene.execute(.submitted).value
        let store = SnapshotStore<SceneSnapshot>(file, files: files)
        try await store.save(scene.snapshot(using: .json))

        #expect(files.read(file)?.range(of: Data("canary".utf8)) == nil)
        let snapshot = try #require(try await store.load())
        let restored = try snapshot.restore(using: .json) { SignIn.assemble() }
        #expect(restored.state == SignIn.State(user: "ada", password: "", token: nil, attempts: 1))
    }

    @Test func `a state that was renamed is migrated, in all scenes of the tree`() async throws {
        let tree = #"""
            {"type":"Old.A","state":"{\"n\":1}","children":{"x":{"type":"Old.B","state":"{}","children":
            {"y":{"type":"Old.A","state":"{\"n\":2}","children":{}}}}}}
            """#
        let old = try JSONDecoder().decode(SceneSnapshot.self, from: Data(tree.utf8))
        try await SnapshotStore<SceneSnapshot>(file, version: 1, files: files).save(old)
        let rename = SnapshotMigration.scenes(from: 1) { scene in
            guard scene.type == "Old.A" else { return }
            scene.type = "New.A"
            scene.state = scene.state.replacingOccurrences(of: "n", with: "count")
        }
        let store = SnapshotStore<SceneSnapshot>(file, version: 2, migrations: [rename], files: files)
        let new = try #require(try await store.load())
        #expect(new.type == "New.A")
        #expect(new.state == #"{"count":1}"#)
        #expect(new.children["x"]?.type == "Old.B")
        #expect(new.children["x"]?.children["y"]?.state == #"{"count":2}"#)
    }

    @Test func `a migration from JSON to JSON needs no types`() async throws {
        try await SnapshotStore<[String: Int]>(file, version: 7, files: files).save(["a": 1])
        let step = SnapshotMigration(from: 7, json: { Data("[\(String(decoding: $0, as: UTF8.self))]".utf8) })
        let store = SnapshotStore<[[String: Int]]>(file, version: 8, migrations: [step], files: files)
        #expect(try await store.load() == [["a": 1]])
    }
}
