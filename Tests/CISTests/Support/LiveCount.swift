import Synchronization

/// Counts the probes that are alive now, and their maximum at any time.
final class LiveCount: Sendable {
    private let now = Atomic<Int>(0)
    private let most = Atomic<Int>(0)

    var live: Int { now.load(ordering: .relaxed) }
    var peak: Int { most.load(ordering: .relaxed) }

    fileprivate func change(by number: Int) {
        let live = now.add(number, ordering: .relaxed).newValue
        if live > peak { most.max(live, ordering: .relaxed) }
    }
}

/// Lives as long as its owner: an action, a mutation, an observer's closure, or a value in the state.
final class LifetimeProbe: Sendable, Equatable {
    private let count: LiveCount

    init(_ count: LiveCount) {
        self.count = count
        count.change(by: 1)
    }

    deinit {
        count.change(by: -1)
    }

    static func == (lhs: LifetimeProbe, rhs: LifetimeProbe) -> Bool {
        lhs === rhs
    }
}
