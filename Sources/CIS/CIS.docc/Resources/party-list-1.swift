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
}
