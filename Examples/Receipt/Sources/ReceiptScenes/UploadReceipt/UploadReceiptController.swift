import CIS

final class UploadReceiptController: SceneController<UploadReceipt>, Controller {
    /// UR-30: a tap while the images are being uploaded is dropped.
    func policy(for action: UploadReceipt.Action) -> ActionPolicy {
        if case .nextTapped = action { .first } else { .concurrent }
    }

    func handle(_ action: UploadReceipt.Action) async {
        switch action {
        case .attachTapped: store.execute(.presented(.sheet))  // UR-01
        case .sheetCancelled: store.execute(.dismissed(.sheet))  // UR-11, D1: otherwise it could not be opened again
        case .cameraChosen:  // UR-02
            store.execute(.dismissed(.sheet))
            await interactor.execute(.showCamera)
        case .galleryChosen:  // UR-03
            store.execute(.dismissed(.sheet))
            await interactor.execute(.showGallery)
        case .cameraCancelled: store.execute(.dismissed(.camera))  // UR-04
        case .pickerCancelled: store.execute(.dismissed(.gallery))  // UR-06
        case .photoTaken(let image):  // UR-05: attached even when saving failed
            await interactor.execute(.saveImage(image))
            await interactor.execute(.attachImage(image))
            store.execute(.dismissed(.camera))
        case .imagePicked(let image):  // UR-07: the picker closes even when attaching failed
            await interactor.execute(.attachImage(image))
            store.execute(.dismissed(.gallery))
        case .nextTapped: await interactor.execute(.uploadImage)  // UR-08
        case .addRequestsActiveChanged(let isActive): store.execute(.setAddRequestsActive(isActive))  // UR-09
        case .quotationRequestSucceeded(let message):  // UR-10
            store.execute(.setAddRequestsActive(false))
            store.execute(.showMessage(message))
            store.execute(.clearAttachedImages)
        }
    }
}
