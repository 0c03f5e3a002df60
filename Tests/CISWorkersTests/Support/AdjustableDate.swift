import CIS
import CISWorkers
import Foundation

/// A date that tests can change, with its clock.
final class AdjustableDate: Sendable {
    private let date = LockedValue(Date(timeIntervalSince1970: 1_000_000))

    var clock: WallClock { WallClock { self.date.withLock { $0 } } }

    func advance(by seconds: Double) {
        date.withLock { $0 += seconds }
    }
}
