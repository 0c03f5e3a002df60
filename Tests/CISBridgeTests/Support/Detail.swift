import CIS
import CISBridge

/// A child of the shop.
enum Detail: SceneDefinition, Bridged {
    enum Action: Sendable, Decodable {
        case rename(String)
        case renameBoth(String)
    }
    enum Mutation: Sendable { case renamed(String), renamedBoth(String) }
    enum Output: Sendable, Encodable { case renameShop(String) }
    struct State: SceneState, Codable {
        var name = ""

        init(name: String = "") {
            self.name = name
        }

        /// One name cannot be encoded.
        func encode(to encoder: any Encoder) throws {
            guard name != "unspeakable" else {
                throw EncodingError.invalidValue(name, .init(codingPath: [], debugDescription: "a name to speak of"))
            }
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(name, forKey: .name)
        }
    }
}

final class DetailController: SceneController<Detail>, Controller {
    func handle(_ action: Detail.Action) async {
        switch action {
        case .rename(let name): store.execute(.renamed(name))
        case .renameBoth(let name): store.execute(.renamedBoth(name))
        }
    }
}

final class DetailStore: SceneStore<Detail>, Store {
    nonisolated static func mutate(_ state: inout Detail.State, by mutation: Detail.Mutation) {
        switch mutation {
        case .renamed(let name), .renamedBoth(let name): state.name = name
        }
    }

    func sideEffects(of mutation: Detail.Mutation, on state: Detail.State) {
        if case .renamedBoth(let name) = mutation { outputs.send(.renameShop(name)) }
    }
}

extension Detail {
    @MainActor
    static func assemble(_ name: String) -> SceneRuntime<Detail> {
        let store = DetailStore(State(name: name), worker: ())
        return SceneRuntime<Detail>(
            controller: DetailController(store: store), store: store, diagnostics: .ignore)
    }
}
