import CIS

final class AddRequestsStore: SceneStore<AddRequests>, Store {
    nonisolated static func mutate(_ state: inout AddRequests.State, by mutation: AddRequests.Mutation) {
        switch mutation {
        case .requestsChanged(let text): state.domainState.requests = text  // AR-01
        case .quotationRequested: break  // AR-03: nothing changes here; the parent closes the screen
        case .quotationFailed(let text): state.failure.value = text  // AR-04: stays until the next failure replaces it
        }
    }

    func sideEffects(of mutation: AddRequests.Mutation, on state: AddRequests.State) {
        if case .quotationRequested = mutation {  // AR-03
            outputs.send(.quotationRequestSucceeded(message: Wording.requestSucceeded))
        }
    }
}
