import CIS
import CISWorkers
import Foundation

/// A date that the test sets.
final class Today: Sendable {
    private let date = Guarded(Date(timeIntervalSince1970: 1_000_000))

    var clock: WallClock { WallClock { self.date.withLock { $0 } } }

    func advance(by seconds: Double) {
        date.withLock { $0 += seconds }
    }
}
