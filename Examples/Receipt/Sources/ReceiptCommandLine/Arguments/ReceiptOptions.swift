public import ReceiptServices

/// What applies to every way of running `receipt`.
public struct ReceiptOptions: Sendable, Equatable {
    /// The folder that stands for the server and the photo library.
    public var store = "./receipt-store"
    /// What the camera and the photo library answer.
    public var permissions = Permissions()

    /// The defaults.
    public init() {}
}
