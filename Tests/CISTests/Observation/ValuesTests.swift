import CIS
import TestSupport
import Testing

@MainActor
@Suite struct `observing as a sequence` {
    private let lab = LabScene()

    // MARK: Buffering

    @Test func `the current value comes first, then one per change`() async {
        lab.store.execute(.add(5))
        var values = lab.runtime.values(\.count).makeAsyncIterator()
        #expect(await values.next(isolation: #isolation) == 5)
        lab.store.execute(.add(1))
        #expect(await values.next(isolation: #isolation) == 6)
        lab.store.execute(.setFlag(true))
        lab.store.execute(.add(1))
        #expect(await values.next(isolation: #isolation) == 7)
    }

    @Test func `a slow consumer gets the newest value and none in between`() async {
        var values = lab.runtime.values(\.count).makeAsyncIterator()
        #expect(await values.next(isolation: #isolation) == 0)
        for _ in 0..<1_000 { lab.store.execute(.add(1)) }
        #expect(await values.next(isolation: #isolation) == 1_000)
        lab.store.execute(.add(1))
        #expect(await values.next(isolation: #isolation) == 1_001)
    }

    @Test func `a slow consumer that asks for all values gets all, in order`() async {
        var values = lab.runtime.values(\.count, buffering: .all).makeAsyncIterator()
        #expect(await values.next(isolation: #isolation) == 0)
        for _ in 0..<100 {
            lab.store.execute(.add(1))
            lab.store.execute(.add(0))
        }
        for number in 1...100 { #expect(await values.next(isolation: #isolation) == number) }
    }

    @Test func `a consumer that waits is woken by a change`() async {
        let first = Gate()
        let consumer = Task { [runtime = lab.runtime] in
            var seen: [Int] = []
            for await count in runtime.values(\.count) {
                seen.append(count)
                first.open()
                if count == 2 { break }
            }
            return seen
        }
        await first.pass()
        lab.store.execute(.add(2))
        #expect(await consumer.value == [0, 2])
    }

    @Test func `two iterations of one sequence are independent`() async {
        let sequence = lab.runtime.values(\.count, buffering: .all)
        var early = sequence.makeAsyncIterator()
        #expect(await early.next(isolation: #isolation) == 0)
        lab.store.execute(.add(1))
        var late = sequence.makeAsyncIterator()
        #expect(await late.next(isolation: #isolation) == 1)
        lab.store.execute(.add(1))
        #expect(await early.next(isolation: #isolation) == 1)
        #expect(await early.next(isolation: #isolation) == 2)
        #expect(await late.next(isolation: #isolation) == 2)
    }

    @Test func `an iteration off the main actor gets every value it asks for`() async {
        let runtime = lab.runtime
        let sequence = runtime.values(\.count)
        let last = await Task.detached {
            var last = -1
            for await count in sequence {
                #expect(count > last)
                last = count
                if count == 100 { break }
                runtime.post(.mutate(.add(1)))
            }
            return last
        }.value
        #expect(last == 100)
    }

    // MARK: The end

    @Test func `the sequence of a stopped scene ends`() async {
        var values = lab.runtime.values(\.count).makeAsyncIterator()
        #expect(await values.next(isolation: #isolation) == 0)
        lab.runtime.stop()
        #expect(await values.next(isolation: #isolation) == nil)
        #expect(await values.next(isolation: #isolation) == nil)
    }

    @Test func `a sequence begun after the stop gives the last value and ends`() async {
        lab.store.execute(.add(3))
        lab.runtime.stop()
        var values = lab.runtime.values(\.count).makeAsyncIterator()
        #expect(await values.next(isolation: #isolation) == 3)
        #expect(await values.next(isolation: #isolation) == nil)
    }

    @Test func `a consumer that waits is woken by the stop`() async {
        let first = Gate()
        let consumer = Task { [runtime = lab.runtime] in
            for await _ in runtime.values(\.count) { first.open() }
            return Task.isCancelled
        }
        await first.pass()
        lab.runtime.stop()
        #expect(await consumer.value == false)
    }

    @Test func `a cancelled consumer leaves its loop`() async {
        let first = Gate()
        let consumer = Task { [runtime = lab.runtime] in
            for await _ in runtime.values(\.count) { first.open() }
        }
        await first.pass()
        consumer.cancel()
        await consumer.value
        #expect(!lab.runtime.isStopped)
    }

    @Test func `a sequence does not keep its scene alive`() async {
        var lab: LabScene? = LabScene()
        weak let runtime = lab?.runtime
        weak let store = lab?.store
        let sequence = lab?.runtime.values(\.count)
        lab = nil
        #expect(runtime == nil)
        #expect(store == nil)
        var values = sequence?.makeAsyncIterator()
        #expect(await values?.next(isolation: #isolation) == nil)
    }
}
