/// What the user lets the app do with the camera or the photo library. The app needs all photos, so `limited`, access to
/// some, is no access (UR-24).
public enum PermissionStatus: String, Sendable, CaseIterable { case granted, limited, denied }
