import CIS
import CISTesting

@testable import Party

struct Table: SceneFixture {
    let worker = GuestListWorkerDouble()

    func assemble(_ state: GuestList.State) -> SceneRuntime<GuestList> {
        GuestList.assemble(state, worker: worker)
    }
}

extension GuestList.State {
    static func with(_ guests: Int, name: String = "") -> GuestList.State {
        var state = GuestList.State()
        state.domainState.guests = (0..<guests).map {
            GuestList.Guest(name: "Guest \($0)", address: "")
        }
        state.domainState.name = name
        return state
    }
}
