package import ReceiptScenes

/// Keeps what the camera took (UR-21).
package protocol PhotoLibrary: Sendable {
    /// Throws if the photo cannot be kept; it is then in no part there.
    @concurrent func save(_ image: ReceiptImage) async throws
}
