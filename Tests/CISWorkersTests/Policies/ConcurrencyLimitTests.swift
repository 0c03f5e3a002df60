import CIS
import CISWorkers
import TestSupport
import Testing

@MainActor
@Suite struct ConcurrencyLimitTests {
    private final class Call {
        let id: Int
        let gate = Gate()
        var hasBegun = false
        var task: Task<Trouble?, Never>?

        init(_ id: Int) { self.id = id }
    }

    /// Stands in line, or begins, before it returns.
    private func enter(_ limit: ConcurrencyLimit, _ call: Call) {
        call.task = Task.immediate {
            do throws(Trouble) {
                try await limit.run(cancelled: Trouble.cancelled) { () async throws(Trouble) in
                    call.hasBegun = true
                    await call.gate.pass()
                }
                return nil
            } catch {
                return error
            }
        }
    }

    @Test func `so many run, the others wait, first come, first served`() async {
        let limit = ConcurrencyLimit(2)
        let calls = (0..<4).map { Call($0) }
        for call in calls { enter(limit, call) }
        #expect(calls.map(\.hasBegun) == [true, true, false, false])
        #expect(limit.waitingCount == 2)
        calls[1].gate.open()
        await calls[2].gate.reached()
        #expect(calls.map(\.hasBegun) == [true, true, true, false])
        for call in calls {
            call.gate.open()
            _ = await call.task?.value
        }
        #expect(limit.waitingCount == 0)
    }

    @Test func `one that is cancelled in line leaves it, and its call never begins`() async {
        let limit = ConcurrencyLimit(1)
        let calls = (0..<3).map { Call($0) }
        for call in calls { enter(limit, call) }
        calls[1].task?.cancel()
        #expect(await calls[1].task?.value == .cancelled)
        #expect(limit.waitingCount == 1)
        calls[0].gate.open()
        await calls[2].gate.reached()
        #expect(!calls[1].hasBegun)
        calls[2].gate.open()
        _ = await calls[2].task?.value
    }

    @Test func `a place is free again after an error`() async throws {
        let limit = ConcurrencyLimit(1)
        for _ in 1...3 {
            let error = await failure { () async throws(Trouble) in
                try await limit.run(cancelled: Trouble.cancelled) { () async throws(Trouble) -> Void in throw .lasting }
            }
            #expect(error == .lasting)
        }
    }

    @Test(arguments: [0, -5]) func `a limit below one is one`(maximum: Int) async throws {
        let limit = ConcurrencyLimit(maximum)
        #expect(limit.maximum == 1)
        #expect(try await limit.run(cancelled: Trouble.cancelled) { () async throws(Trouble) in 7 } == 7)
    }

    @Test func `cancelled before it stands in line, its call never begins`() async {
        let limit = ConcurrencyLimit(1)
        let call = Call(0)
        let task = Task {
            await failure { () async throws(Trouble) in
                try await limit.run(cancelled: Trouble.cancelled) { () async throws(Trouble) in call.hasBegun = true }
            }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(!call.hasBegun)
    }

    /// Calls come, are cancelled and end in any order; a model of a queue says which of them run.
    @Test func `law: never more than the limit, in order, and no place is lost`() async {
        for seed in seeds(fewerWhenSanitized(60), for: "concurrency limit") {
            var dice = Dice(seed: seed)
            let limit = ConcurrencyLimit(Int.random(in: 1...3, using: &dice))
            var running: [Call] = []
            var waiting: [Call] = []
            for id in 1...50 {
                switch Int.random(in: 0..<4, using: &dice) {
                case 0...1:
                    let call = Call(id)
                    enter(limit, call)
                    if running.count < limit.maximum { running.append(call) } else { waiting.append(call) }
                case 2:
                    guard !waiting.isEmpty else { continue }
                    let call = waiting.remove(at: Int.random(in: waiting.indices, using: &dice))
                    call.task?.cancel()
                    #expect(await call.task?.value == .cancelled, "seed \(seed)")
                    #expect(!call.hasBegun, "seed \(seed)")
                default:
                    guard !running.isEmpty else { continue }
                    let call = running.remove(at: Int.random(in: running.indices, using: &dice))
                    call.gate.open()
                    #expect(await call.task?.value == nil, "seed \(seed)")
                    guard !waiting.isEmpty else { continue }
                    let next = waiting.removeFirst()
                    await next.gate.reached()
                    running.append(next)
                }
                #expect(limit.waitingCount == waiting.count, "seed \(seed)")
                #expect(running.allSatisfy(\.hasBegun) && !waiting.contains { $0.hasBegun }, "seed \(seed)")
            }
            for call in running + waiting {
                call.gate.open()
                #expect(await call.task?.value == nil, "seed \(seed)")
            }
        }
    }

    /// How many are in it, and were at most.
    private final class Room: Sendable {
        let count = Guarded((now: 0, most: 0))
    }

    @Test nonisolated func `callers on many threads`() async {
        let limit = ConcurrencyLimit(3)
        let room = Room()
        await withTaskGroup(of: Void.self) { group in
            for number in 1...500 {
                group.addTask {
                    let task = Task {
                        try? await limit.run(cancelled: Trouble.cancelled) { () async throws(Trouble) in
                            room.count.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                            await Task { @MainActor in }.value
                            room.count.withLock { $0.now -= 1 }
                        }
                    }
                    if number.isMultiple(of: 3) { task.cancel() }
                    await task.value
                }
            }
        }
        #expect(room.count.withLock { $0.most } <= 3)
        #expect(room.count.withLock { $0.now } == 0)
        #expect(limit.waitingCount == 0)
    }
}
