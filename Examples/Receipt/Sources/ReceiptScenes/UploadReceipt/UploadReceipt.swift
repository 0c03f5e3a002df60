public import CIS

/// The root screen: attach up to five images of a receipt, upload them, go on to ``AddRequests``.
public enum UploadReceipt: SceneDefinition {
    /// UR-12: how many images one request can carry.
    public static let imageLimit = 5

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

    public enum UseCase: Sendable {
        case attachImage(ReceiptImage)
        case uploadImage
        case saveImage(ReceiptImage)
        case showCamera
        case showGallery
    }

    public enum Mutation: Sendable {
        case imageAttached(ImageModel)
        case attachFailed(AttachError)
        case imagesUploaded(objectKeys: [String])
        case uploadFailed(UploadError)
        case saveFailed(String)
        case cameraAnswered(isDenied: Bool)
        case galleryAnswered(isDenied: Bool)
        case setSheet(Bool)
        case setImagePicker(Bool)
        case setCamera(Bool)
        case setAddRequestsActive(Bool)
        case showMessage(String)
        case clearAttachedImages
    }

    public enum AttachError: Sendable, Equatable { case exceedImageCount, failDataMapping }

    public enum UploadError: Sendable, Equatable { case emptyAttachedImage, service(String) }

    public struct State: SceneState, Equatable {
        public internal(set) var attachedImages: [Thumbnail]
        public internal(set) var showingSelectImageAttachmentMethodSheet = false
        public internal(set) var showingImagePicker = false
        public internal(set) var showingCamera = false
        public internal(set) var isAddRequestsViewActive = false
        public internal(set) var receiptImageUploadUrlObjectKeys: [String] = []
        public internal(set) var domainState: DomainState

        public struct DomainState: Sendable, Equatable {
            public internal(set) var attachedImages: [ImageModel]

            public init(attachedImages: [ImageModel] = []) {
                self.attachedImages = attachedImages
            }
        }

        /// The two lists are given separately because they are two fields; whoever restores a draft gives both.
        public init(attachedImages: [Thumbnail] = [], domainState: DomainState = DomainState()) {
            self.attachedImages = attachedImages
            self.domainState = domainState
        }
    }
}
