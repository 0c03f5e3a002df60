package import CIS

/// The root screen: attach up to five images of a receipt, upload them, and go on to ``AddRequests``.
package enum UploadReceipt: SceneDefinition {
    package typealias Worker = any UploadReceiptWorker

    /// UR-12: the number of images that one request can have.
    package static let imageLimit = 5

    /// What the user, or the child scene, can do.
    package enum Action: Sendable {
        case attachTapped  // UR-01
        case cameraChosen  // UR-02
        case galleryChosen  // UR-03
        case cameraCancelled  // UR-04
        case photoTaken(ReceiptImage)  // UR-05
        case pickerCancelled  // UR-06
        case imagePicked(ReceiptImage)  // UR-07
        case nextTapped  // UR-08
        case addRequestsActiveChanged(Bool)  // UR-09
        case quotationRequestSucceeded(message: String)  // UR-10
        case sheetCancelled  // UR-11 as decided in D1
    }

    package enum UseCase: Sendable {
        case attachImage(ReceiptImage), uploadImage, saveImage(ReceiptImage)
        case showCamera, showGallery
    }

    /// What can change. Errors are values of mutations.
    package enum Mutation: Sendable {
        case imageAttached(ImageModel)
        case attachFailed(AttachError)
        case imagesUploaded(objectKeys: [String])
        case uploadFailed(UploadError)
        case saveFailed(String)
        case permissionDenied(for: Modal)
        case presented(Modal)
        case dismissed(Modal)
        case setAddRequestsActive(Bool)
        case showMessage(String)
        case clearAttachedImages
    }

    /// The reasons why an image is not attached (UR-12, UR-13).
    package enum AttachError: Sendable, Equatable { case exceedImageCount, failDataMapping }

    /// The reasons why nothing is uploaded (UR-18, UR-19). The error of a service is already text.
    package enum UploadError: Sendable, Equatable { case emptyAttachedImage, service(String) }

    /// The views that can cover the screen, one at a time. The sheet offers the other two.
    package enum Modal: Sendable, Equatable { case sheet, camera, gallery }

    package struct State: SceneState, Equatable {
        package internal(set) var modal = Presented<Modal>()
        /// ``AddRequests``, pushed with the keys that it starts with.
        package internal(set) var addRequests = Presented<[String]>()
        /// The keys for the next ``AddRequests``.
        package internal(set) var receiptImageUploadUrlObjectKeys: [String] = []
        package internal(set) var domainState: DomainState

        /// What a request consists of. The interactor can read only this part of the state.
        package struct DomainState: Sendable, Equatable { package internal(set) var attachedImages: [ImageModel] }

        package init(attachedImages: [ImageModel] = []) { domainState = DomainState(attachedImages: attachedImages) }

        /// UR-17: the images on screen, in attach order. D2: computed, so they are always those of the domain state.
        package var attachedImages: [ImageModel] { domainState.attachedImages }
    }
}
