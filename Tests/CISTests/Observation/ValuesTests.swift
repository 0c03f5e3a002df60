import CIS
import TestSupport
import Testing

@MainActor
@Suite struct `Observing as a sequence` {
    private let sample = SampleScene()

    // MARK: Buffering

    @Test func `the current value comes first, then one per change`() async {
        sample.store.execute(.add(5))
        var values = sample.runtime.values(\.count).makeAsyncIterator()
        #expect(await values.next(isolation: #isolation) == 5)
        sample.store.execute(.add(1))
        #expect(await values.next(isolation: #isolation) == 6)
        sample.store.execute(.setFlag(true))
        sample.store.execute(.add(1))
        #expect(await values.next(isolation: #isolation) == 7)
    }

    @Test func `a slow consumer gets the newest value and none in between`() async {
        var values = sample.runtime.values(\.count).makeAsyncIterator()
        #expect(await values.next(isolation: #isolation) == 0)
        for _ in 0..<1_000 { sample.store.execute(.add(1)) }
        #expect(await values.next(isolation: #isolation) == 1_000)
        sample.store.execute(.add(1))
        #expect(await values.next(isolation: #isolation) == 1_001)
    }

    @Test func `a slow consumer that requests all values gets all, in order`() async {
        var values = sample.runtime.values(\.count, buffering: .all).makeAsyncIterator()
        #expect(await values.next(isolation: #isolation) == 0)
        for _ in 0..<100 {
            sample.store.execute(.add(1))
            sample.store.execute(.add(0))
        }
        for number in 1...100 { #expect(await values.next(isolation: #isolation) == number) }
    }

    @Test func `a consumer that changes what it reads lets others run`() async {
        let others = Shared(0)
        for await count in sample.runtime.values(\.count) {
            if count == 0 { Task { others.value += 1 } }
            guard others.value == 0, count < 100_000 else { break }
            sample.store.execute(.add(1))
        }
        #expect(others.value == 1)
    }

    @Test func `a consumer that waits is woken by a change`() async {
        let first = Gate()
        let consumer = Task { [runtime = sample.runtime] in
            var seen: [Int] = []
            for await count in runtime.values(\.count) {
                seen.append(count)
                first.open()
                if count == 2 { break }
            }
            return seen
        }
        await first.pass()
        sample.store.execute(.add(2))
        #expect(await consumer.value == [0, 2])
    }

    @Test func `a reader on the main actor takes a value that is there without leaving it`() async {
        let executor = CountingExecutor()
        await Task(executorPreference: executor) { await takeTwo(executor) }.value
    }

    private func takeTwo(_ executor: CountingExecutor) async {
        var values = sample.runtime.values(\.count).makeAsyncIterator()
        #expect(await values.next(isolation: #isolation) == 0)
        let before = executor.count
        for count in 1...2 {
            sample.store.execute(.add(1))
            #expect(await values.next(isolation: #isolation) == count)
        }
        #expect(executor.count == before, "going to another thread and back costs more than most actions")
    }

    @Test func `two iterations of one sequence are independent`() async {
        let sequence = sample.runtime.values(\.count, buffering: .all)
        var early = sequence.makeAsyncIterator()
        #expect(await early.next(isolation: #isolation) == 0)
        sample.store.execute(.add(1))
        var late = sequence.makeAsyncIterator()
        #expect(await late.next(isolation: #isolation) == 1)
        sample.store.execute(.add(1))
        #expect(await early.next(isolation: #isolation) == 1)
        #expect(await early.next(isolation: #isolation) == 2)
        #expect(await late.next(isolation: #isolation) == 2)
    }

    @Test func `an iteration off the main actor gets every value it requests`() async {
        let runtime = sample.runtime
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
        var values = sample.runtime.values(\.count).makeAsyncIterator()
        #expect(await values.next(isolation: #isolation) == 0)
        sample.runtime.stop()
        #expect(await values.next(isolation: #isolation) == nil)
        #expect(await values.next(isolation: #isolation) == nil)
    }

    @Test func `a sequence begun after the stop gives the last value and ends`() async {
        sample.store.execute(.add(3))
        sample.runtime.stop()
        var values = sample.runtime.values(\.count).makeAsyncIterator()
        #expect(await values.next(isolation: #isolation) == 3)
        #expect(await values.next(isolation: #isolation) == nil)
    }

    @Test func `a consumer that waits is woken by the stop`() async {
        let first = Gate()
        let consumer = Task { [runtime = sample.runtime] in
            for await _ in runtime.values(\.count) { first.open() }
            return Task.isCancelled
        }
        await first.pass()
        sample.runtime.stop()
        #expect(await consumer.value == false)
    }

    @Test func `a cancelled consumer leaves its loop`() async {
        let first = Gate()
        let consumer = Task { [runtime = sample.runtime] in
            for await _ in runtime.values(\.count) { first.open() }
        }
        await first.pass()
        consumer.cancel()
        await consumer.value
        #expect(!sample.runtime.isStopped)
    }

    @Test func `a sequence does not keep its scene alive`() async {
        var sample: SampleScene? = SampleScene()
        weak let runtime = sample?.runtime
        weak let store = sample?.store
        let sequence = sample?.runtime.values(\.count)
        sample = nil
        #expect(runtime == nil)
        #expect(store == nil)
        var values = sequence?.makeAsyncIterator()
        #expect(await values?.next(isolation: #isolation) == nil)
    }
}
