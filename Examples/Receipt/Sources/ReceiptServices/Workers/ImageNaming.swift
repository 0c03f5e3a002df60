public import Foundation

/// Names for images: `<seconds since 1970 as decimal>_<random UUID>`.
///
/// The clock and the UUIDs are given, so that a test knows the names beforehand.
public struct ImageNaming: Sendable {
    private let now: @Sendable () -> Date
    private let makeUUID: @Sendable () -> String

    /// Both are called once for each name.
    public init(now: @escaping @Sendable () -> Date, makeUUID: @escaping @Sendable () -> String) {
        self.now = now
        self.makeUUID = makeUUID
    }

    /// A new name.
    public func next() -> String {
        "\(now().timeIntervalSince1970)_\(makeUUID())"
    }
}
