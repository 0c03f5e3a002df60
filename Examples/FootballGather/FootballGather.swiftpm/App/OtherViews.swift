import CIS
import GatherScenes
import SwiftUI

struct LoginView: View {
    let scene: SceneRuntime<Login>

    var body: some View {
        List {
            if scene.observed(\.sessionHasEnded) { Text(Wording.Login.sessionHasEnded) }  // D18
            TextField(Wording.Login.username, text: scene.binding(\.domainState, \.username) { .edited($0) })
                .textInputAutocapitalization(.never).autocorrectionDisabled()  // FG-LOGIN-09
            SecureField(
                Wording.Login.password,
                text: scene.binding(\.domainState.password.text) {
                    .edited(FieldChange(\.password, Password($0)))
                })
            Toggle(Wording.Login.remember, isOn: scene.binding(\.domainState, \.isRemembered) { .edited($0) })
            Button(Wording.Login.login) { scene.execute(.loginTapped) }
            Section(Wording.Login.question) {
                Button(Wording.Login.register) { scene.execute(.registerTapped) }
            }
        }
        .loading(scene.observed(\.isLoading))
        .navigationTitle(Wording.app)
        .problem(scene.observed(\.alert)) { scene.execute(.alertDismissed) }
        .onAppear { scene.execute(.appeared) }
    }
}

struct PlayerAddView: View {
    let scene: SceneRuntime<PlayerAdd>

    var body: some View {
        List {
            TextField(Wording.PlayerAdd.name, text: scene.binding(\.domainState, \.name) { .edited($0) })
        }
        .loading(scene.observed(\.isLoading))
        .navigationTitle(Wording.PlayerAdd.title)
        .toolbar { ActionButton(state: scene.state.doneButton) { scene.execute(.doneTapped) } }
        .problem(scene.observed(\.alert)) { scene.execute(.alertDismissed) }
    }
}

/// The teams. A tap moves a player to the end of the next section.
struct ConfirmPlayersView: View {
    let scene: SceneRuntime<ConfirmPlayers>

    var body: some View {
        List {
            ForEach(Team.allCases, id: \.self) { team in
                Section(team.title) {
                    ForEach(scene.state.rows(of: team)) { player in
                        Button {
                            move(player.id, in: team)
                        } label: {
                            TeamRowView(row: player)
                        }
                    }
                }
            }
        }
        .loading(scene.observed(\.isLoading))
        .navigationTitle(Wording.ConfirmPlayers.title)
        .safeAreaInset(edge: .bottom) { ActionButton(state: scene.state.startButton) { scene.execute(.startTapped) } }
        .problem(scene.observed(\.alert)) { scene.execute(.alertDismissed) }
    }

    private func move(_ player: Player.ID, in team: Team) {
        guard let row = scene.state.rows(of: team).firstIndex(where: { $0.id == player }) else { return }
        let next = Team.allCases[(team.rawValue + 1) % Team.allCases.count]
        scene.execute(.moved(from: .init(team, row), to: .init(next, Int.max)))
    }
}

struct TeamRowView: View {
    let row: TeamRow

    var body: some View {
        HStack(spacing: 12) {
            Text(row.name)
            Text(row.position).accessibilityLabel(row.positionName)
        }
    }
}

/// A button whose caption and state the scene computes.
struct ActionButton: View {
    let state: ButtonState
    let action: @MainActor () -> Void

    var body: some View { Button(state.caption, action: action).disabled(!state.isEnabled) }
}

extension View {
    /// FG-UI-01: a screen that waits for a request ignores input. Its bar can be used.
    func loading(_ isLoading: Bool) -> some View {
        disabled(isLoading).overlay(alignment: .center) {
            if isLoading { ProgressView(Wording.loading) }
        }
    }

    /// FG-UI-02: an alert with the button `OK`.
    func problem(_ alert: GatherScenes.Alert?, dismiss: @escaping @MainActor () -> Void) -> some View {
        question(alert, Wording.ok, cancel: dismiss) {}
    }

    /// An alert with a button that cancels, and others.
    func question(
        _ alert: GatherScenes.Alert?, _ cancelTitle: String, cancel: @escaping @MainActor () -> Void,
        @ViewBuilder actions: () -> some View
    ) -> some View {
        // SwiftUI clears it after every button. The button has executed its action already.
        self.alert(alert?.title ?? "", isPresented: Binding(get: { alert != nil }, set: { _ in })) {
            actions()
            Button(cancelTitle, role: .cancel, action: cancel)
        } message: {
            Text(alert?.message ?? "")
        }
    }
}
