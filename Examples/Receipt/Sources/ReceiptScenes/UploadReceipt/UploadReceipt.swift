public import CIS

/// The root screen: attach up to five images of a receipt, upload them, go on to ``AddRequests``.
public enum UploadReceipt: SceneDefinition {
    /// What the scene needs from outside.
    public typealias Worker = any UploadReceiptWorker

    /// UR-12: how many images one request can carry.
    public static let imageLimit = 5

    /// What the user, or the child scene, can do.
    public enum Action: Sendable {
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

    /// What the business rules are asked for.
    public enum UseCase: Sendable {
        case attachImage(ReceiptImage)
        case uploadImage
        case saveImage(ReceiptImage)
        case showCamera
        case showGallery
    }

    /// What can change, and what follows from it. Errors are values in here.
    public enum Mutation: Sendable {
        case imageAttached(ImageModel)
        case attachFailed(AttachError)
        case imagesUploaded(objectKeys: [String])
        case uploadFailed(UploadError)
        case saveFailed(String)
        case cameraAnswered(isDenied: Bool)
        case galleryAnswered(isDenied: Bool)
        case presented(Modal)
        case dismissed(Modal)
        case setAddRequestsActive(Bool)
        case showMessage(String)
        case clearAttachedImages
    }

    /// Why an image was not attached (UR-12, UR-13).
    public enum AttachError: Sendable, Equatable { case exceedImageCount, failDataMapping }

    /// Why nothing was uploaded (UR-18, UR-19); what a service said comes as text.
    public enum UploadError: Sendable, Equatable { case emptyAttachedImage, service(String) }

    /// What can cover the screen; one at a time.
    public enum Modal: Sendable, Equatable {
        /// Asks for camera or gallery.
        case sheet
        case camera, gallery
    }

    /// What the screen shows, and what the rules know.
    public struct State: SceneState, Equatable {
        /// What covers the screen, if anything.
        public internal(set) var modal = Presented<Modal>()
        /// ``AddRequests``, pushed with the keys that it starts from.
        public internal(set) var addRequests = Presented<[String]>()
        /// What the next ``AddRequests`` starts from.
        public internal(set) var receiptImageUploadUrlObjectKeys: [String] = []
        /// What the interactor may read.
        public internal(set) var domainState: DomainState

        /// What a request is made of.
        public struct DomainState: Sendable, Equatable {
            /// In attach order.
            public internal(set) var attachedImages: [ImageModel]

            /// Starts with these images.
            public init(attachedImages: [ImageModel] = []) {
                self.attachedImages = attachedImages
            }
        }

        /// Starts with these images.
        public init(domainState: DomainState = DomainState()) {
            self.domainState = domainState
        }

        /// UR-17: the thumbnails, in attach order. D2: made of the whole domain list, so the two cannot differ.
        public var attachedImages: [Thumbnail] { domainState.attachedImages.map(Thumbnail.init) }
    }
}
