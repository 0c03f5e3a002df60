import CIS
import TestSupport
import Testing

/// The objects that the scheduler keeps, and for how long.
@Suite struct `Policy memory` {
    private var scheduler = NumberedScheduler()

    @Test mutating func `any number of actions with a long timeout, one after the other, keep few deadlines`() {
        let policy = ActionPolicy.serial.timeout(after: .seconds(30))
        for id in 1...UInt64(repetitions(100_000)) {
            let time = Duration.nanoseconds(id)
            _ = scheduler.submit(.init(id: id, group: GroupID("g"), policy: policy), at: time)
            _ = scheduler.finish(id, at: time)
            guard scheduler.deadlineCount < 100 else { break }
        }
        #expect(scheduler.deadlineCount < 100)
        #expect(scheduler.groupCount == 0)
    }

    @Test mutating func `a burst of debounced actions in one instant keeps few deadlines`() {
        let policy = ActionPolicy.latest.debounced(for: .seconds(1))
        for id in 1...UInt64(repetitions(100_000)) {
            _ = scheduler.submit(.init(id: id, group: GroupID("g"), policy: policy), at: .zero)
            guard scheduler.deadlineCount < 100 else { break }
        }
        #expect(scheduler.deadlineCount < 100)
        #expect(scheduler.tick(at: .seconds(1)) == [.start(UInt64(repetitions(100_000)))])
        #expect(scheduler.nextDeadline == nil)
    }

    @Test mutating func `deadlines that still count outlast any number of stale ones`() {
        let patient = ActionPolicy.concurrent.timeout(after: .seconds(60))
        for id in 1...200 as ClosedRange<UInt64> {
            _ = scheduler.submit(.init(id: id, group: GroupID("patient"), policy: patient), at: .zero)
        }
        let hasty = ActionPolicy.concurrent.timeout(after: .seconds(1))
        for id in 201...UInt64(repetitions(10_000, atLeast: 2_000)) {
            _ = scheduler.submit(.init(id: id, group: GroupID("hasty"), policy: hasty), at: .zero)
            _ = scheduler.finish(id, at: .zero)
        }
        #expect(scheduler.tick(at: .seconds(60)) == (1...200).map { .cancel($0, .timedOut) })
    }

    @Test mutating func `ten thousand waiting actions that are cancelled, last first, leave nothing`() {
        for id in 0...UInt64(fewerWhenSanitized(10_000)) as ClosedRange<UInt64> {
            _ = scheduler.submit(.init(id: id, group: GroupID("g"), policy: .serial), at: .zero)
        }
        for id in (1...UInt64(fewerWhenSanitized(10_000)) as ClosedRange<UInt64>).reversed() {
            let decisions = scheduler.withdraw(id, at: .zero)
            guard decisions == [.drop(id, .cancelledBeforeStart)] else {
                Issue.record("\(decisions)")
                return
            }
        }
        #expect(scheduler.pendingCount == 0)
        #expect(scheduler.finish(0, at: .zero).isEmpty)
        #expect(scheduler.groupCount == 0)
    }

    @Test mutating func `an action that ignores its cancellation is cancelled only once`() {
        var cancellations = 0
        for id in 1...UInt64(fewerWhenSanitized(10_000)) as ClosedRange<UInt64> {
            let decisions = scheduler.submit(.init(id: id, group: GroupID("g"), policy: .latest), at: .zero)
            cancellations += decisions.count { $0 != .start(id) }
        }
        #expect(cancellations == fewerWhenSanitized(10_000) - 1)
    }

    @Test func `a chain of actions, each executed by the one before, keeps none that have ended`() {
        let scheduler = ActionScheduler()
        let group = GroupID("g")
        var last = ScheduledAction(id: 1, group: group, policy: .limited(2))
        weak let first = last
        _ = scheduler.submit(last, at: .zero)
        for id in 2...10 as ClosedRange<UInt64> {
            let next = ScheduledAction(id: id, group: group, policy: .limited(2), callers: [last])
            _ = scheduler.submit(next, at: .zero)
            _ = scheduler.finish(last, at: .zero)
            last = next
        }
        #expect(first == nil)
    }

    // MARK: Deadlines

    @Test func `deadlines come in order of time, and of insertion where the time is the same`() {
        for seed in seeds(repetitions(20, atLeast: 5), for: "deadlines") {
            var dice = Dice(seed: seed)
            var deadlines = Deadlines<Int>()
            var expected: [(time: Duration, item: Int)] = []
            for item in 0..<500 {
                let time = Duration.seconds(Int.random(in: 0..<50, using: &dice))
                deadlines.insert(item, at: time)
                expected.append((time, item))
            }
            deadlines.removeAll { $0.item % 7 == 0 }
            expected = expected.filter { $0.item % 7 != 0 }.sorted { ($0.time, $0.item) < ($1.time, $1.item) }
            var popped: [Int] = []
            while let next = deadlines.popNext() { popped.append(next.item) }
            #expect(popped == expected.map(\.item), "CIS_SEED=\(seed)")
        }
    }
}
