import CIS
import CISWorkers
import Foundation
import GatherScenes
import GatherServices
import SwiftUI

/// The app in SwiftUI: login, players, teams and match. The screens of a single player are left out.
@main struct FootballGatherApp: App {
    var body: some Scene {
        WindowGroup {
            if let service = Self.service { FlowView(worker: service) }
        }
    }

    /// FG-NET-01: `gather-server` on this machine, which a simulator reaches as `localhost`.
    private static let service = URL(string: GatherService.address).map {
        GatherService(
            $0, storage: GatherStorage(in: URL(filePath: NSHomeDirectory() + "/Documents")),
            transport: HTTPClient.defaultTransport(), log: LogWorker("football-gather", from: .notice))
    }
}

/// The stack of screens, and the login above it when the session has ended. It owns the flow; every screen is its child.
struct FlowView: View {
    @OwnedScene private var flow: SceneRuntime<GatherFlow>

    init(worker: GatherFlow.Worker) {
        _flow = OwnedScene(wrappedValue: GatherFlow.assemble(worker: worker))
    }

    var body: some View {
        NavigationStack(path: flow.binding(\.pushed) { [flow] in .wentBack(to: $0.last ?? flow.state.root) }) {
            screen(flow.observed(\.root)).navigationDestination(for: GatherFlow.ScreenID.self) { screen($0) }
        }
        .fullScreenCover(isPresented: flow.binding(\.loginAgain.isPresented) { _ in .loginDeclined }) {
            if let login = flow.child(of: \.loginAgain, as: Login.self) {
                NavigationStack {
                    LoginView(scene: login).id(login.identity)
                        .toolbar {
                            ToolbarItem(placement: .cancellationAction) {
                                Button(Wording.cancel) { flow.execute(.loginDeclined) }
                            }
                        }
                }
                .leaveQuestion(of: flow, isOnTop: true)
            }
        }
        .leaveQuestion(of: flow, isOnTop: !flow.observed(\.loginAgain).isPresented)
        .problem(flow.observed(\.alert)) { flow.execute(.alertDismissed) }
    }

    /// A screen is found by its place in the stack.
    @ViewBuilder private func screen(_ id: GatherFlow.ScreenID) -> some View {
        if let login = flow.child(of: \.path, id, as: Login.self) { LoginView(scene: login) }
        if let list = flow.child(of: \.path, id, as: PlayerList.self) { PlayerListView(scene: list) }
        if let add = flow.child(of: \.path, id, as: PlayerAdd.self) { PlayerAddView(scene: add) }
        if let teams = flow.child(of: \.path, id, as: ConfirmPlayers.self) { ConfirmPlayersView(scene: teams) }
        if let gather = flow.child(of: \.path, id, as: Gather.self) {
            GatherView(scene: gather) { flow.execute(.wentBack(to: flow.state.below(id))) }
        }
    }
}

extension View {
    /// D17: below the login, SwiftUI would not show it.
    fileprivate func leaveQuestion(of flow: SceneRuntime<GatherFlow>, isOnTop: Bool) -> some View {
        question(isOnTop ? flow.observed(\.leaveQuestion) : nil, Wording.Gather.stay) {
            flow.execute(.leaveCancelled)
        } actions: {
            Button(Wording.Gather.leave, role: .destructive) { flow.execute(.leaveConfirmed) }
        }
    }
}

extension GatherFlow.State {
    /// The login.
    fileprivate var root: GatherFlow.ScreenID { path.elements[0].id }
    /// The screens above the login.
    fileprivate var pushed: [GatherFlow.ScreenID] { path.elements.dropFirst().map(\.id) }

    fileprivate func below(_ id: GatherFlow.ScreenID) -> GatherFlow.ScreenID {
        path.elements.last { $0.id < id }?.id ?? root
    }
}
