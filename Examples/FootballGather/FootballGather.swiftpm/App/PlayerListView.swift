import CIS
import GatherScenes
import SwiftUI

/// The players. The captions, and which buttons are enabled, are computed by the state.
struct PlayerListView: View {
    let scene: SceneRuntime<PlayerList>

    var body: some View {
        List {
            ForEach(scene.state.rows) { row in
                if let isTicked = row.isTicked {
                    Button {
                        scene.execute(.rowTapped(row.id))
                    } label: {
                        PlayerRow(row: row)
                    }  // FG-LIST-08
                    .accessibilityAddTraits(isTicked ? .isSelected : [])
                } else {
                    PlayerRow(row: row).swipeActions {
                        Button(Wording.PlayerList.delete, role: .destructive) { scene.execute(.deleteTapped(row.id)) }
                    }
                }
            }
        }
        .loading(scene.observed(\.activity) == .deleting)
        .searchable(text: scene.binding(\.search, \.text) { .edited($0) }, prompt: Wording.PlayerList.search)
        .refreshable { [scene] in await scene.run(.retryTapped) }  // D20
        .overlay(alignment: .center) { instead }
        .safeAreaInset(edge: .bottom) { ActionButton(state: scene.state.bottomButton) { scene.execute(.bottomTapped) } }
        .toolbar { ActionButton(state: scene.state.modeButton) { scene.execute(.modeTapped) } }
        .navigationTitle(scene.state.title)
        .question(scene.state.deletion, Wording.cancel) {
            scene.execute(.deleteCancelled)
        } actions: {  // FG-LIST-12
            Button(Wording.PlayerList.delete, role: .destructive) { scene.execute(.deleteConfirmed) }
        }
        .problem(scene.state.alert) { scene.execute(.alertDismissed) }
        .onAppear { scene.execute(.appeared) }  // FG-LIST-06
    }

    /// FG-UI-03: what is shown in place of the rows.
    @ViewBuilder private var instead: some View {
        if let text = scene.state.emptyText {
            VStack(spacing: 16) {
                Text(text)
                Button(Wording.retry) { scene.execute(.retryTapped) }  // FG-LIST-05
            }
        } else if let text = scene.state.nobodyFound {
            Text(text)
        }
    }
}

/// A player as three texts and, while players are chosen, a check mark.
private struct PlayerRow: View {
    let row: PlayerList.Row

    var body: some View {
        HStack(spacing: 12) {
            if let isTicked = row.isTicked { Image(systemName: isTicked ? "checkmark.circle.fill" : "circle") }
            VStack(alignment: .leading, spacing: 2) {
                Text(row.name).font(.headline)
                Text(row.position).font(.subheadline)
                Text(row.skill).font(.subheadline)
            }
        }
    }
}
