package import Foundation

/// Names for images: `<seconds since 1970 as decimal>_<random UUID>`.
///
/// The clock and the UUIDs are given, so that a test knows the names beforehand.
package struct ImageNaming: Sendable {
    private let now: @Sendable () -> Date
    private let makeUUID: @Sendable () -> String

    /// Both are called once for each name.
    package init(now: @escaping @Sendable () -> Date, makeUUID: @escaping @Sendable () -> String) {
        self.now = now
        self.makeUUID = makeUUID
    }

    /// A new name.
    package func next() -> String {
        "\(now().timeIntervalSince1970)_\(makeUUID())"
    }
}
