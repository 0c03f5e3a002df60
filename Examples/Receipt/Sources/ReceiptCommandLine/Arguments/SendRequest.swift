/// The request of `receipt send`.
public struct SendRequest: Sendable, Equatable {
    /// One image of the request.
    public enum Source: Sendable, Equatable {
        /// Chosen from the gallery: `--attach`.
        case gallery(String)
        /// Taken with the camera: `--shoot`.
        case camera(String)
    }

    /// In the order given.
    public var images: [Source] = []
    /// The remark; may be empty.
    public var requests = ""

    /// No images, no remark.
    public init() {}
}
