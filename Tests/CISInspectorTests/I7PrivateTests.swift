import CIS
import CISInspector
import CISWorkers
import Foundation
import Testing
import cis_inspect

/// No redacted value is in any file, page, trace or message.
@MainActor
@Suite struct `I7 private` {
    /// Everything that is made from a recording.
    private func everything(_ bytes: [UInt8]) throws -> [String] {
        let recording = try Recording(reading: bytes)
        var timeline = Timeline()
        timeline.showsChanges = true
        var replayed = "replayed"
        do { replayed = "\(try Replay(recording, of: LedgerStore.self).state())" } catch { replayed = "\(error)" }
        return [
            String(decoding: bytes, as: UTF8.self), Recording.page(showing: bytes), recording.chromeTrace,
            recording.openTelemetry, timeline.text(of: recording), timeline.statistics(of: recording),
            GeneratedTest(recording, name: "T")?.text() ?? "", replayed,
        ]
    }

    @Test func `a secret, a marked field and a marked case are in no output`() async throws {
        let scene = Ledger.assemble()
        let recorder = Recorder(redacting: Redaction(\Ledger.State.token, cases: ["signIn", "signedIn"]))
        recorder.record(scene)
        await scene.run(.signIn("planted-secret"))
        await scene.run(.add(1))
        scene.stop()
        scene.execute(.signIn("planted-drop"))
        let bytes = await recorder.bytes()
        for text in try everything(bytes) { #expect(!text.contains("planted")) }
        let recording = try Recording(reading: bytes)
        #expect(recording.header.redaction == ["CISInspectorTests.Ledger.State.token", "case signIn", "case signedIn"])
        let drop = try #require(recording.lines.first { $0.kind == .drop })
        #expect(drop.value?.json == #"{"signIn":{"$redacted":"payload"}}"#)
        let mutation = try #require(recording.lines.first { $0.kind == .mutation })
        #expect(mutation.value?.json == #"{"signedIn":{"$redacted":"payload"}}"#)
        var last: RecordedValue = .null
        recording.forEachLine { _, states in last = states?.after ?? last }
        #expect(last["password"]?.json == #"{"$redacted":"Secret<String>"}"#)
        #expect(last["token"]?.json == #"{"$redacted":"String"}"#)
        #expect(last["total"]?.int == 1)
    }

    @Test func `a replay that needs a redacted value names it`() async throws {
        let scene = Ledger.assemble()
        let recorder = Recorder(redacting: Redaction(\Ledger.State.token))
        recorder.record(scene)
        let recording = try await recorder.recording()
        let error = #expect(throws: ReplayError.self) { try Replay(recording, of: LedgerStore.self) }
        #expect(error?.code == ReplayError.Code.redacted)
        #expect(
            error?.description == "Line 2, open Ledger: /token, a String, was redacted, and is needed.")
    }

    @Test func `values without a coding have no secrets, either`() async throws {
        let scene = Vault.assemble()
        let recorder = Recorder(
            redacting: Redaction(\Vault.Card.number, \Vault.State.owner?.name))
        recorder.record(scene)
        await scene.run(.opened(Vault.Card(number: "planted-1", holder: "Ann")))
        let bytes = await recorder.bytes()
        for text in try everything(bytes) { #expect(!text.contains("planted")) }
        let recording = try Recording(reading: bytes)
        // The rest of the state is there.
        #expect(recording.scenes.first?.value?["owner"]?.json == #"{"name":{"$redacted":"Optional<String>"},"age":3}"#)
        #expect(recording.scenes.first?.value?["pins"]?.json == #"{"$redacted":"Array<Secret<String>>"}"#)
        let action = try #require(recording.lines.first { $0.kind == .action })
        #expect(action.value?.json == #"{"opened":{"_0":{"number":{"$redacted":"String"},"holder":"Ann"}}}"#)
    }

    @Test func `a mark that cannot be followed leaves out the whole value`() async throws {
        let scene = Vault.assemble()
        let recorder = Recorder(redacting: Redaction(\Vault.State.shortNumber))
        recorder.record(scene)
        #expect(try await recorder.recording().scenes.first?.value?.json == #"{"$redacted":"String"}"#)
    }

    @Test func `a field whose coding has another name is left out all the same`() async throws {
        let scene = Vault.assemble()
        let recorder = Recorder(redacting: Redaction(\Vault.Renamed.code))
        recorder.record(scene)
        await scene.run(.renamed(Vault.Renamed(code: "planted-2")))
        let bytes = await recorder.bytes()
        for text in try everything(bytes) { #expect(!text.contains("planted-2")) }
        #expect(String(decoding: bytes, as: UTF8.self).contains(#"{"renamed":{"_0":{"code":{"$redacted":"String"}}}}"#))
    }

    @Test func `calls of workers have no secrets, in arguments, answers and errors`() async throws {
        struct Refused: Error { let card: Vault.Card, pin = Secret("planted-6") }
        let card = Vault.Card(number: "planted-7", holder: "Ann")
        let recorder = Recorder(redacting: Redaction(\Vault.Card.number, cases: ["signIn", "refused"]))
        let scene = SceneRuntime<Caller>(
            controller: CallerController {
                _ = Recorder.call("pay", of: "W", ["pin": Secret("planted-8"), "card": card]) { card }
                try? await Recorder.call("pay", of: "W") { () async throws in throw Refused(card: card) }
                try? await Recorder.call("pay", of: "W") { () async throws in
                    throw Caller.Failure.refused("planted-9")
                }
                _ = Recorder.call("signIn", of: "W", ["password": "planted-10"]) { "planted-11" }
                try? Recorder.call("signIn", of: "W") { () throws in throw Caller.Failure.other("planted-12") }
            }, store: CallerStore())
        recorder.record(scene)
        await scene.run(.called)
        let bytes = await recorder.bytes()
        for text in try everything(bytes) {
            #expect(!text.contains("planted"))
        }
        let lines = try Recording(reading: bytes).lines.filter { $0.kind == .call || $0.kind == .answer }
        #expect(
            lines.map { $0.value?.summary ?? "" } == [
                ".pay(pin: <redacted Secret<String>>, card: {number: <redacted String>, holder: \"Ann\"})",
                "{number: <redacted String>, holder: \"Ann\"}",
                ".pay", "{card: {number: <redacted String>, holder: \"Ann\"}, pin: <redacted Secret<String>>}",
                ".pay", #".refused($redacted: "payload")"#,
                #".signIn($redacted: "arguments")"#, "<redacted answer>",
                #".signIn($redacted: "arguments")"#, "<redacted answer>",
            ])
    }

    @Test func `an encoding with another name for a marked field is not used`() async throws {
        let store = LockerStore()
        let scene = SceneRuntime<Locker>(store: store)
        let recorder = Recorder(redacting: Redaction(\Vault.Renamed.code))
        recorder.record(scene)
        store.execute(.renamed(Vault.Renamed(code: "planted-2")))
        let bytes = await recorder.bytes()
        for text in try everything(bytes) { #expect(!text.contains("planted-2")) }
        let mutation = try #require(try Recording(reading: bytes).lines.last)
        #expect(mutation.value?.json == #"{"renamed":{"_0":{"code":{"$redacted":"String"}}}}"#)
        #expect(mutation.opaque == "Mutation")
    }
}

/// A scene whose action is a function.
private enum Caller: SceneDefinition {
    enum Action: Sendable { case called }
    enum Failure: Error { case refused(String), other(String) }
    typealias UseCase = Never
    typealias Mutation = Never
    struct State: SceneState { var domainState = NoDomainState() }
}

private final class CallerController: Controller {
    private let body: @MainActor () async -> Void
    init(_ body: @escaping @MainActor () async -> Void) { self.body = body }
    func handle(_ action: Caller.Action) async { await body() }
}

private final class CallerStore: Store {
    let publisher = StatePublisher(Caller.State())
    nonisolated static func mutate(_ state: inout Caller.State, by mutation: Never) {}
}

/// A scene whose mutations are `Codable`.
private enum Locker: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never
    enum Mutation: Sendable, Codable { case renamed(Vault.Renamed) }
    struct State: SceneState {
        var domainState = NoDomainState()
    }
}

private final class LockerStore: Store {
    let publisher = StatePublisher(Locker.State())
    nonisolated static func mutate(_ state: inout Locker.State, by mutation: Locker.Mutation) {}
}

/// A scene with secrets in types that are not `Codable`.
enum Vault: SceneDefinition {
    struct Card: Sendable { var number: String, holder: String }
    struct Owner: Sendable { var name = "planted-3", age = 3 }
    struct Renamed: Sendable, Codable {
        var code: String
        enum CodingKeys: String, CodingKey { case code = "c" }
    }
    final class Object: Sendable { let secret = "planted-4" }
    enum Action: Sendable { case opened(Card), renamed(Renamed) }
    typealias UseCase = Never
    enum Mutation: Sendable { case opened(Card), renamed(Renamed) }
    struct State: SceneState {
        var cards: [String: Card] = [:]
        var owner: Owner? = Owner()
        var object = Object()
        var pins: [Secret<String>] = [Secret("planted-5")]
        var shortNumber: String { "planted" }
        var domainState = NoDomainState()
    }

    final class VaultStore: Store {
        let publisher = StatePublisher(State())
        nonisolated static func mutate(_ state: inout State, by mutation: Mutation) {
            if case .opened(let card) = mutation { state.cards[card.holder] = card }
        }
    }

    final class VaultController: Controller {
        let store: VaultStore
        init(_ store: VaultStore) { self.store = store }
        func handle(_ action: Action) async {
            switch action {
            case .opened(let card): store.execute(.opened(card))
            case .renamed(let value): store.execute(.renamed(value))
            }
        }
    }

    @MainActor static func assemble() -> SceneRuntime<Vault> {
        let store = VaultStore()
        return SceneRuntime(controller: VaultController(store), store: store)
    }
}
