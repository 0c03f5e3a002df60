package import CIS

/// The root screen: attach up to five images of a receipt, upload them, and go on to ``AddRequests``.
package enum UploadReceipt: SceneDefinition {
    package typealias Worker = any UploadReceiptWorker

    /// UR-12: the number of images that one request can have.
    package static let imageLimit = 5

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

    package enum Mutation: Sendable {
        case imageAttached(ImageModel)
        case imagesUploaded(objectKeys: [String], names: [String])
        case attachFailed(AttachError), uploadFailed(UploadError), saveFailed(String)
        case presented(Modal), dismissed(Modal), permissionDenied(for: Modal)
        case setAddRequestsActive(Bool), showMessage(String), clearAttachedImages
    }

    /// The reasons why an image is not attached (UR-12, UR-13, D21).
    package enum AttachError: Sendable, Equatable { case exceedImageCount, failDataMapping, unsupportedFormat(String) }

    /// The reasons why nothing is uploaded (UR-18, UR-19).
    package enum UploadError: Sendable, Equatable { case emptyAttachedImage, service(String) }

    /// The views that can cover the screen, one at a time. The sheet offers the other two.
    package enum Modal: Sendable, Equatable { case sheet, camera, gallery }

    package struct State: SceneState, Equatable {
        package internal(set) var modal = Presented<Modal>()
        /// ``AddRequests``, pushed with the keys that it starts with, and the keys for the next one.
        package internal(set) var addRequests = Presented<[String]>()
        package internal(set) var receiptImageUploadUrlObjectKeys: [String] = []
        /// D20: the names of the images of the last upload, and of those whose keys the remarks have, or had.
        package internal(set) var uploadedNames, requestedNames: [String]?
        package internal(set) var domainState: DomainState

        /// What a request consists of. The interactor can read only this part of the state.
        package struct DomainState: Sendable, Equatable { package internal(set) var attachedImages: [ImageModel] }

        package init(attachedImages: [ImageModel] = []) { domainState = DomainState(attachedImages: attachedImages) }

        /// UR-17: the images on screen, in attach order. D2: computed, so they are always those of the domain state.
        package var attachedImages: [ImageModel] { domainState.attachedImages }
    }
}
