/// The request of `receipt send`.
package struct SendRequest: Sendable, Equatable {
    /// One image of the request.
    package enum Source: Sendable, Equatable {
        /// Chosen from the gallery: `--attach`.
        case gallery(String)
        /// Taken with the camera: `--shoot`.
        case camera(String)
    }

    /// In the order given.
    package var images: [Source] = []
    /// The remark; may be empty.
    package var requests = ""

    /// No images, no remark.
    package init() {}
}
