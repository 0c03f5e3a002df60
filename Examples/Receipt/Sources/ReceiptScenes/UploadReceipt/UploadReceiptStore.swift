import CIS

final class UploadReceiptStore: SceneStore<UploadReceipt>, Store {
    nonisolated static func mutate(_ state: inout UploadReceipt.State, by mutation: UploadReceipt.Mutation) {
        switch mutation {
        case .imageAttached(let image): state.domainState.attachedImages.append(image)  // UR-14
        case .imagesUploaded(let objectKeys):  // UR-20: the child's keys and the child itself in one commit
            state.receiptImageUploadUrlObjectKeys = objectKeys
            mutate(&state, by: .setAddRequestsActive(true))
        case .presented(let modal): state.modal.present(modal)  // UR-01, UR-23, UR-24
        case .dismissed(let modal), .permissionDenied(let modal):  // only if this modal is shown
            if state.modal.value == modal { state.modal.dismiss() }
        case .setAddRequestsActive(true):  // UR-27, AR-07: with the current keys; a presented child stays as it is
            if !state.addRequests.isPresented { state.addRequests.present(state.receiptImageUploadUrlObjectKeys) }
        case .setAddRequestsActive(false): state.addRequests.dismiss()
        case .clearAttachedImages: state.domainState.attachedImages = []  // UR-26: the keys stay
        case .attachFailed, .uploadFailed, .saveFailed, .showMessage: break  // UR-15, 16, 18, 19, 21, 25: only a toast
        }
    }

    func sideEffects(of mutation: UploadReceipt.Mutation, on state: UploadReceipt.State) {
        if let text = toast(for: mutation) { worker.showToast(text) }
    }

    private func toast(for mutation: UploadReceipt.Mutation) -> String? {
        switch mutation {
        case .attachFailed(.exceedImageCount): "최대 \(UploadReceipt.imageLimit)장까지 첨부할 수 있습니다"  // UR-15
        case .attachFailed(.failDataMapping): "사진 처리 과정에서 오류가 발생하였습니다"  // UR-16
        case .uploadFailed(.emptyAttachedImage): "견적 요청을 하기 위해서\n필수로 이미지를 첨부하여야 합니다"  // UR-18
        case .uploadFailed(.service(let text)), .saveFailed(let text), .showMessage(let text): text  // UR-19, 21, 25
        case .permissionDenied(for: .camera): "명세표를 업로드하기 위해서\n카메라 및 모든 사진 접근 권한이 필요합니다"  // UR-23
        case .permissionDenied(for: .gallery): "명세표를 업로드하기 위해서\n 모든 사진 접근 권한이 필요합니다"  // UR-24: the blank is part of it
        default: nil
        }
    }
}
