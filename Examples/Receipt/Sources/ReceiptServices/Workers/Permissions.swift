package import ReceiptScenes

/// What the user has allowed. A terminal cannot ask a phone's questions, so the answers are given beforehand.
package struct Permissions: Sendable, Equatable {
    /// To take photos.
    package var camera: PermissionStatus
    /// To see all photos.
    package var gallery: PermissionStatus

    /// Everything is granted unless said otherwise.
    package init(camera: PermissionStatus = .granted, gallery: PermissionStatus = .granted) {
        self.camera = camera
        self.gallery = gallery
    }
}
