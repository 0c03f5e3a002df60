import CIS

/// Passes the outputs of each screen to the flow, or to the screen below.
@MainActor extension GatherFlow {
    typealias Flow = SceneRuntime<GatherFlow>

    static func hear(_ flow: Flow, _ output: Login.Output) {
        switch output {
        case .loggedIn(let username): flow.execute(.loggedIn(username: username))  // FG-LOGIN-06
        }
    }

    static func hear(_ flow: Flow, _ id: ScreenID, _ output: PlayerList.Output) {
        switch output {
        case .playerChosen(let player): flow.execute(.opened(.playerDetail(player), above: id))  // FG-LIST-07
        case .addChosen: flow.execute(.opened(.playerAdd, above: id))  // FG-LIST-11
        case .playersChosen(let players): flow.execute(.opened(.confirmPlayers(players), above: id))  // FG-LIST-11
        case .sessionEnded: flow.execute(.sessionEnded)
        }
    }

    static func hear(_ flow: Flow, _ id: ScreenID, _ output: PlayerAdd.Output) {
        switch output {
        case .requestSent: flow.screen(below: id, as: PlayerList.self)?.execute(.changeSent)  // D20
        case .added:  // FG-ADD-04, FG-LIST-16
            flow.screen(below: id, as: PlayerList.self)?.execute(.playerAdded)
            flow.execute(.closed(id))
        case .sessionEnded: flow.execute(.sessionEnded)
        }
    }

    static func hear(_ flow: Flow, _ id: ScreenID, _ output: PlayerDetail.Output) {
        switch output {
        case .fieldChosen(let field, let player):  // FG-DETAIL-03
            flow.execute(.opened(.playerEdit(player, field), above: id))
        case .changeSent: flow.screen(below: id, as: PlayerList.self)?.execute(.changeSent)  // D20
        case .playerEdited(let player):  // FG-DETAIL-04, FG-LIST-17
            flow.screen(below: id, as: PlayerList.self)?.execute(.playerEdited(player))
        }
    }

    static func hear(_ flow: Flow, _ id: ScreenID, _ output: PlayerEdit.Output) {
        switch output {
        case .requestSent: flow.screen(below: id, as: PlayerDetail.self)?.execute(.changeSent)  // D20
        case .playerEdited(let player):  // FG-EDIT-07, FG-DETAIL-04
            flow.screen(below: id, as: PlayerDetail.self)?.execute(.playerEdited(player))
            flow.execute(.closed(id))
        case .sessionEnded: flow.execute(.sessionEnded)
        }
    }

    static func hear(_ flow: Flow, _ id: ScreenID, _ output: ConfirmPlayers.Output) {
        switch output {
        case .gatherStarted(let gather): flow.execute(.opened(.gather(gather), above: id))  // FG-CONFIRM-06
        case .gatherEnded: flow.screen(below: id, as: PlayerList.self)?.execute(.gatherEnded)  // FG-CONFIRM-10
        case .playerMissed: flow.screen(below: id, as: PlayerList.self)?.execute(.changeSent)  // D20
        case .sessionEnded: flow.execute(.sessionEnded)
        }
    }

    static func hear(_ flow: Flow, _ id: ScreenID, begun gather: GatherModel) {  // D17
        flow.screen(below: id, as: ConfirmPlayers.self)?.execute(.gatherBegan)
        flow.execute(.matchBegan(gather))
    }

    static func hear(_ flow: Flow, _ id: ScreenID, _ output: Gather.Output) {
        switch output {
        case .gatherEnded:  // FG-GATHER-07
            flow.screen(below: id, as: ConfirmPlayers.self)?.execute(.gatherEnded)
            flow.execute(.gatherEnded)
        case .sessionEnded: flow.execute(.sessionEnded)
        }
    }
}

extension SceneRuntime<GatherFlow> {
    /// Returns the screen directly below the given one, if it has the given definition.
    fileprivate func screen<Screen: SceneDefinition>(
        below id: GatherFlow.ScreenID, as definition: Screen.Type
    ) -> SceneRuntime<Screen>? {
        let elements = state.path.elements
        guard let index = elements.firstIndex(where: { $0.id == id }), index > 0 else { return nil }
        return child(of: \.path, elements[index - 1].id, as: definition)
    }
}
