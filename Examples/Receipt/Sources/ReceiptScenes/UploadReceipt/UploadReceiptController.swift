import CIS

final class UploadReceiptController: SceneController<UploadReceipt>, Controller {
    /// UR-30: a tap while the images are being uploaded is dropped.
    func policy(for action: UploadReceipt.Action) -> ActionPolicy {
        if case .nextTapped = action { .first } else { .concurrent }
    }

    func handle(_ action: UploadReceipt.Action) async {
        switch action {
        case .attachTapped:  // UR-01
            store.execute(.presented(.sheet))
        case .sheetCancelled:  // UR-11, D1: without it the sheet could not be opened a second time
            store.execute(.dismissed(.sheet))
        case .cameraChosen:  // UR-02
            store.execute(.dismissed(.sheet))
            await interactor.execute(.showCamera)
        case .galleryChosen:  // UR-03
            store.execute(.dismissed(.sheet))
            await interactor.execute(.showGallery)
        case .cameraCancelled:  // UR-04
            store.execute(.dismissed(.camera))
        case .photoTaken(let image):  // UR-05: attached even when saving failed
            await interactor.execute(.saveImage(image))
            await interactor.execute(.attachImage(image))
            store.execute(.dismissed(.camera))
        case .pickerCancelled:  // UR-06
            store.execute(.dismissed(.gallery))
        case .imagePicked(let image):  // UR-07: the picker closes even when attaching failed
            await interactor.execute(.attachImage(image))
            store.execute(.dismissed(.gallery))
        case .nextTapped:  // UR-08
            await interactor.execute(.uploadImage)
        case .addRequestsActiveChanged(let isActive):  // UR-09
            store.execute(.setAddRequestsActive(isActive))
        case .quotationRequestSucceeded(let message):  // UR-10
            store.execute(.setAddRequestsActive(false))
            store.execute(.showMessage(message))
            store.execute(.clearAttachedImages)
        }
    }
}
