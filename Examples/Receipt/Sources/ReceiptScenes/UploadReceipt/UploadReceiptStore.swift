import CIS

final class UploadReceiptStore: SceneStore<UploadReceipt>, Store {
    nonisolated static func mutate(_ state: inout UploadReceipt.State, by mutation: UploadReceipt.Mutation) {
        switch mutation {
        case .imageAttached(let image): state.domainState.attachedImages.append(image)  // UR-14
        case .imagesUploaded(let objectKeys, let names):  // UR-20: the child's keys and the child itself in one commit
            state.receiptImageUploadUrlObjectKeys = objectKeys
            state.uploadedNames = names
            mutate(&state, by: .setAddRequestsActive(true))
        case .presented(let modal): state.modal.present(modal)  // UR-01, UR-23, UR-24
        case .dismissed(let modal), .permissionDenied(let modal):  // only if this modal is shown
            if state.modal.value == modal { state.modal.dismiss() }
        case .setAddRequestsActive(true):  // UR-27, AR-07: with the current keys; a presented child stays as it is
            if state.addRequests.isPresented { return }
            state.addRequests.present(state.receiptImageUploadUrlObjectKeys)
            state.requestedNames = state.uploadedNames
        case .setAddRequestsActive(false): state.addRequests.dismiss()
        case .clearAttachedImages:  // UR-26: the keys stay. D20: an image that was attached after the upload stays, too
            let sent = state.requestedNames
            state.domainState.attachedImages.removeAll { sent?.contains($0.name) ?? true }
        case .attachFailed, .uploadFailed, .saveFailed, .showMessage: break  // UR-15, 16, 18, 19, 21, 25: only a toast
        }
    }

    func sideEffects(of mutation: UploadReceipt.Mutation, on state: UploadReceipt.State) {
        if let text = Wording.toast(for: mutation) { worker.showToast(text) }
    }
}
