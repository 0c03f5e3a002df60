import Synchronization

/// Counts the witnesses that are alive now, and the most that ever were at once.
final class LiveCount: Sendable {
    private let counts = Mutex((live: 0, peak: 0))

    var live: Int { counts.withLock { $0.live } }
    var peak: Int { counts.withLock { $0.peak } }

    fileprivate func change(by number: Int) {
        counts.withLock {
            $0.live += number
            $0.peak = max($0.peak, $0.live)
        }
    }
}

/// Lives as long as what holds it: an action, a mutation, an observer's closure, a value in state.
final class Witness: Sendable, Equatable {
    private let count: LiveCount

    init(_ count: LiveCount) {
        self.count = count
        count.change(by: 1)
    }

    deinit {
        count.change(by: -1)
    }

    static func == (lhs: Witness, rhs: Witness) -> Bool {
        lhs === rhs
    }
}
