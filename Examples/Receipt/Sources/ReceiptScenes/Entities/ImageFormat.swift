/// The formats that can be attached, recognised by content and never by file name.
public enum ImageFormat: String, Sendable, Equatable, CaseIterable {
    case jpeg = "JPEG"
    case png = "PNG"
}
