import CIS

final class EmptyPageStore: SceneStore<EmptyPage>, Store {
    nonisolated static func mutate(_ state: inout EmptyPage.State, by mutation: EmptyPage.Mutation) {}

    func sideEffects(of mutation: EmptyPage.Mutation, on state: EmptyPage.State) {
        outputs.send(.closed)
    }
}
