import CISWorkers
import Foundation
import Testing

/// Creates stores of one kind for the same location. Tests run with each kind.
struct StoreMaker: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Whether a second store sees the values of the first.
    let isLasting: Bool
    private let makeStore: @Sendable (URL) -> any KeyValueStore

    func callAsFunction(in folder: TemporaryFolder) -> any KeyValueStore { makeStore(folder.url) }

    static let all: [StoreMaker] = [
        StoreMaker(testDescription: "MemoryStore", isLasting: false) { _ in MemoryStore() },
        StoreMaker(testDescription: "FileStore", isLasting: true) { FileStore($0.appending(path: "store")) },
        StoreMaker(testDescription: "SecureFileStore", isLasting: true) {
            SecureFileStore($0.appending(path: "store"))
        },
        StoreMaker(testDescription: "SecureFileStore, sealed", isLasting: true) {
            SecureFileStore($0.appending(path: "store"), sealing: .mirror)
        },
        StoreMaker(testDescription: "DefaultsStore", isLasting: true) { DefaultsStore(suite: $0.lastPathComponent) },
    ]
}
