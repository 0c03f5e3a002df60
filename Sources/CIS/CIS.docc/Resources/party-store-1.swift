import CIS

final class GuestListStore: SceneStore<GuestList>, Store {
    nonisolated static func mutate(
        _ state: inout GuestList.State, by mutation: GuestList.Mutation
    ) {
        switch mutation {
        case .nameChanged(let name):
            state.domainState.name = name
        case .invited(let guest):
            state.domainState.guests.append(guest)
            state.lines = state.domainState.guests.map {
                "\($0.name) <\($0.address)>"
            }
            state.message = ""
        case .refused(.unknown(let name)):
            state.message = "Nobody knows \(name)."
        case .refused(.full):
            break
        }
    }
}
