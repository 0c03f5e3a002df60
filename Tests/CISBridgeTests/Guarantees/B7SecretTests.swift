import CIS
import CISBridge
import Testing

/// A form with a secret number.
private enum Vault: SceneDefinition, Bridged {
    enum Action: Sendable, Decodable { case edit(FieldChange<Form>) }
    enum Mutation: Sendable { case edited(FieldChange<Form>) }
    struct Form: FormFields {
        var code: Int?
        static let fields = [field("code", \.code, isSecret: true)]
    }
    struct State: SceneState, Encodable { var edits = 0 }

    @MainActor
    static func assemble() -> SceneRuntime<Vault> {
        let store = VaultStore(State())
        return SceneRuntime(controller: VaultController(store: store), store: store)
    }
}

private final class VaultController: SceneController<Vault>, Controller {
    func handle(_ action: Vault.Action) async {
        if case .edit(let change) = action { store.execute(.edited(change)) }
    }
}

private final class VaultStore: SceneStore<Vault>, Store {
    nonisolated static func mutate(_ state: inout Vault.State, by mutation: Vault.Mutation) { state.edits += 1 }
}

/// A page logs the errors that it receives.
@MainActor
@Suite struct `B7 bad input with a secret` {
    @Test func `a refused value of a secret field is in no message`() async {
        let planted = "hunter3-planted"
        let host = Host(BridgedApp { BridgedScene("vault") { Vault.assemble() } })
        await host.connect()
        await host.open("vault")
        host.act(#"{"edit":{"_0":{"name":"code","value":"\#(planted)"}}}"#)
        let error = await host.next()
        #expect(error["code"] == .text("badAction"))
        #expect(error["got"] == .text("<secret>"))
        #expect(error["expected"]?.textValue?.contains("<secret>") == true)
        for message in host.received { #expect(!String(decoding: message.bytes, as: UTF8.self).contains(planted)) }
    }
}
