/// What the system lets the app do with the camera or the photo library.
public enum PermissionStatus: String, Sendable, Equatable, CaseIterable {
    /// To everything.
    case granted
    /// Access to some photos only. The app needs all of them, so for its rules this is no access (UR-24).
    case limited
    /// To nothing.
    case denied
}
