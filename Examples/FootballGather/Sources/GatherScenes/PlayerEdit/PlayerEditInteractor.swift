import CIS

final class PlayerEditInteractor: SceneInteractor<PlayerEdit>, Interactor {
    func perform(_ useCase: PlayerEdit.UseCase) async {
        switch useCase {
        case .update: await update()
        case .overwrite: await overwrite()
        case .keepTheirs: if store.domainState.newest != nil { store.execute(.theirsKept) }
        }
    }

    private func update() async {
        let edit = store.domainState
        guard edit.isChanged, edit.newest == nil else { return }
        store.execute(.began)
        do {
            let player = edit.field.setting(edit.text, of: edit.player)  // FG-EDIT-06
            store.execute(.updated(try await worker.updatePlayer(player)))  // FG-EDIT-05
        } catch ServiceError.changedElsewhere(let newest) {
            store.execute(.changedElsewhere(newest))  // D19
        } catch {
            store.execute(.failed(Failure(error)))
        }
    }

    /// D19: changes the newest player, and only the field of this screen. Somebody else may have typed the same.
    private func overwrite() async {
        guard store.domainState.newest != nil else { return }
        store.execute(.conflictDismissed)
        let edit = store.domainState
        if edit.isChanged { await update() } else { store.execute(.updated(edit.player)) }
    }
}
