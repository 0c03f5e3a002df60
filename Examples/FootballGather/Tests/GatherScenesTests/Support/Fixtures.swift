import CIS
import CISTesting
import GatherScenes

struct LoginScreen: SceneFixture {
    static let feature = "Login"
    let worker = GatherDouble()
    func assemble(_ state: Login.State) -> SceneRuntime<Login> { Login.assemble(state, worker: worker) }
}

struct ListScreen: SceneFixture {
    static let feature = "Player list"
    let worker = GatherDouble()
    func assemble(_ state: PlayerList.State) -> SceneRuntime<PlayerList> { PlayerList.assemble(state, worker: worker) }
}

struct AddScreen: SceneFixture {
    static let feature = "Add player"
    let worker = GatherDouble()
    func assemble(_ state: PlayerAdd.State) -> SceneRuntime<PlayerAdd> { PlayerAdd.assemble(state, worker: worker) }
}

struct DetailScreen: SceneFixture {
    static let feature = "Player details"
    func assemble(_ state: PlayerDetail.State) -> SceneRuntime<PlayerDetail> { PlayerDetail.assemble(state) }
}

struct EditScreen: SceneFixture {
    static let feature = "Edit player"
    let worker = GatherDouble()
    func assemble(_ state: PlayerEdit.State) -> SceneRuntime<PlayerEdit> { PlayerEdit.assemble(state, worker: worker) }
}

struct ConfirmScreen: SceneFixture {
    static let feature = "Confirm players"
    let worker = GatherDouble()
    func assemble(_ state: ConfirmPlayers.State) -> SceneRuntime<ConfirmPlayers> {
        ConfirmPlayers.assemble(state, worker: worker)
    }
}

struct GatherScreen: SceneFixture {
    static let feature = "Gather"
    let worker = GatherDouble()
    let clock = ManualClock()
    func assemble(_ state: Gather.State) -> SceneRuntime<Gather> {
        Gather.assemble(state, worker: worker, clock: clock)
    }
}

/// The whole app, as a front end uses it.
struct App: SceneFixture {
    static let feature = "All screens"
    let worker = GatherDouble()
    let clock = ManualClock()
    func assemble(_ state: GatherFlow.State) -> SceneRuntime<GatherFlow> {
        GatherFlow.assemble(state, worker: worker, clock: clock)
    }
}

/// The places of the screens in the stack. They are numbered in the order of pushing: the login is 1, the list is 2.
@MainActor enum Screen {
    static let login = ChildPlace<GatherFlow, Login>.child(of: \.path, 1)
    static let list = ChildPlace<GatherFlow, PlayerList>.child(of: \.path, 2)
    static let add = ChildPlace<GatherFlow, PlayerAdd>.child(of: \.path, 3)
    static let detail = ChildPlace<GatherFlow, PlayerDetail>.child(of: \.path, 3)
    static let edit = ChildPlace<GatherFlow, PlayerEdit>.child(of: \.path, 4)
    static let confirm = ChildPlace<GatherFlow, ConfirmPlayers>.child(of: \.path, 3)
    static let gather = ChildPlace<GatherFlow, Gather>.child(of: \.path, 4)
    static let loginAgain = ChildPlace<GatherFlow, Login>.child(of: \.loginAgain)
}
