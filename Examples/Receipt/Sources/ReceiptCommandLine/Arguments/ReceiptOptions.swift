package import ReceiptServices

/// What applies to every way of running `receipt`.
package struct ReceiptOptions: Sendable, Equatable {
    /// The folder that stands for the server and the photo library.
    package var store = "./receipt-store"
    /// The address of a server that takes the images and the request, instead of the folder.
    package var server: String?
    /// What the camera and the photo library answer.
    package var permissions = Permissions()
    /// Whether the causal steps are printed.
    package var trace = false

    /// The defaults.
    package init() {}
}
