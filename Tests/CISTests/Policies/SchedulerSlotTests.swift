import CIS
import Testing

@Suite struct `Slot of a caller` {
    private func request(
        _ id: UInt64, _ policy: ActionPolicy, callers: Set<UInt64> = []
    ) -> NumberedScheduler.Request {
        NumberedScheduler.Request(
            id: id, group: GroupID("g"), policy: policy, callers: callers, isAwaited: !callers.isEmpty)
    }

    @Test func `is not shared by an action that was held back until its caller had ended`() {
        var scheduler = NumberedScheduler()
        #expect(scheduler.submit(request(1, .serial), at: .zero) == [.start(1)])
        let held = request(2, .serial.debounced(for: .seconds(3)), callers: [1])
        #expect(scheduler.submit(held, at: .zero).isEmpty)
        #expect(scheduler.finish(1, at: .seconds(1)).isEmpty)
        #expect(scheduler.submit(request(3, .serial), at: .seconds(2)) == [.start(3)])
        #expect(scheduler.tick(at: .seconds(3)).isEmpty)
        #expect(scheduler.finish(3, at: .seconds(4)) == [.start(2)])
    }
}
