public import Foundation
public import ReceiptServices

/// What differs from run to run, so that a test can hold it still.
public struct Surroundings: Sendable {
    /// For the names of images.
    public var now: @Sendable () -> Date = { Date() }
    /// For the names of images and the ids of quotations.
    public var makeUUID: @Sendable () -> String = { UUID().uuidString }
    /// What `~/` stands for in a command.
    public var home: String? = ProcessInfo.processInfo.environment["HOME"]
    /// Where the store is.
    public var fileSystem: any FileSystem = POSIXFileSystem()

    /// The real ones.
    public init() {}
}
