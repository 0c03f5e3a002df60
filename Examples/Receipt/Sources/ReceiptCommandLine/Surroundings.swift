package import CISWorkers
package import Foundation

/// What differs from run to run, so that a test can hold it still.
package struct Surroundings: Sendable {
    /// For the names of images.
    package var now: @Sendable () -> Date = { Date() }
    /// For the names of images and the ids of quotations.
    package var makeUUID: @Sendable () -> String = { UUID().uuidString }
    /// What `~/` stands for in a command.
    package var home: String? = ProcessInfo.processInfo.environment["HOME"]
    /// What requests to a server go by: how long they may take, and when they are repeated.
    package var clock: any Clock<Duration> = ContinuousClock()
    /// Where the store is.
    package var files: any FileWorker = DiskFiles()

    /// The real ones.
    package init() {}
}
