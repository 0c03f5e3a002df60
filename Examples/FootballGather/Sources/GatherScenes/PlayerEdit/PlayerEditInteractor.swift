import CIS

final class PlayerEditInteractor: SceneInteractor<PlayerEdit>, Interactor {
    func perform(_ useCase: PlayerEdit.UseCase) async {
        let edit = store.domainState
        guard edit.isChanged else { return }
        store.execute(.began)
        let player = edit.field.setting(edit.text, of: edit.player)  // FG-EDIT-06
        do {
            try await worker.updatePlayer(player)  // FG-EDIT-05
            store.execute(.updated(player))
        } catch {
            store.execute(.failed(Failure(error)))
        }
    }
}
