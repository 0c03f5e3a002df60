import CIS

final class UploadReceiptInteractor: SceneInteractor<UploadReceipt>, Interactor {
    func perform(_ useCase: UploadReceipt.UseCase) async {
        switch useCase {
        case .attachImage(let image): await attach(image)
        case .uploadImage: await upload()
        case .saveImage(let image):  // UR-21
            do { try await worker.saveImage(image) } catch { store.execute(.saveFailed(worker.text(of: error))) }
        case .showCamera:
            let camera = await worker.requestCameraPermission()  // UR-22: always both, in this order
            let gallery = await worker.requestGalleryPermission()
            show(.camera, isGranted: camera == .granted && gallery == .granted)
        case .showGallery:  // UR-24: limited access is not enough
            show(.gallery, isGranted: await worker.requestGalleryPermission() == .granted)
        }
    }

    private func attach(_ image: ReceiptImage) async {
        guard hasRoom else { return store.execute(.attachFailed(.exceedImageCount)) }  // UR-12: nothing is encoded
        guard let model = await worker.encode(image) else {  // UR-13, D21
            let format = image.unsupportedFormat
            return store.execute(.attachFailed(format.map { .unsupportedFormat($0) } ?? .failDataMapping))
        }
        // D2: others may have been attached meanwhile, so check again. A list from before the await would lose them (CIS-13).
        store.execute(hasRoom ? .imageAttached(model) : .attachFailed(.exceedImageCount))  // UR-14
    }

    private var hasRoom: Bool { store.domainState.attachedImages.count < UploadReceipt.imageLimit }

    private func upload() async {
        let images = store.domainState.attachedImages
        guard !images.isEmpty else { return store.execute(.uploadFailed(.emptyAttachedImage)) }  // UR-18
        do {
            let urls = try await worker.fetchImageUploadUrls(names: images.map(\.name))
            try await worker.requestImagesUpload(images, to: urls)
            let names = zip(images, urls).map(\.0.name)  // D20: an image without an address was not sent
            store.execute(.imagesUploaded(objectKeys: urls.map(\.objectKey), names: names))  // UR-20: all keys
        } catch {
            store.execute(.uploadFailed(.service(worker.text(of: error))))  // UR-19
        }
    }

    private func show(_ modal: UploadReceipt.Modal, isGranted: Bool) {
        store.execute(isGranted ? .presented(modal) : .permissionDenied(for: modal))
    }
}
