import CIS

enum GuestList: SceneDefinition {
    typealias Worker = any GuestListWorker

    enum Action: Sendable {
        case nameChanged(String)
        case inviteTapped
    }

    enum UseCase: Sendable {
        case invite
    }

    enum Mutation: Sendable {
        case nameChanged(String)
        case invited(Guest)
        case refused(Refusal)
    }

    struct Guest: Sendable, Equatable {
        var name: String
        var address: String
    }

    enum Refusal: Sendable, Equatable {
        case full
        case unknown(String)
    }
}
