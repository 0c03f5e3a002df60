public import ReceiptScenes

/// What the user has allowed. A terminal cannot ask a phone's questions, so the answers are given beforehand.
public struct Permissions: Sendable, Equatable {
    /// To take photos.
    public var camera: PermissionStatus
    /// To see all photos.
    public var gallery: PermissionStatus

    /// Everything is granted unless said otherwise.
    public init(camera: PermissionStatus = .granted, gallery: PermissionStatus = .granted) {
        self.camera = camera
        self.gallery = gallery
    }
}
