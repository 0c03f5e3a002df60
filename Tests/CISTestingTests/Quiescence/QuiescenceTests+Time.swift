import CIS
import CISTesting
import TestSupport
import Testing

/// Clocks, timers and streams.
@MainActor
@Suite struct `Quiescence: time and streams` {
    @Test func `a woken task runs until it sleeps again before the clock moves on`() async {
        for _ in 0..<repetitions(500) {
            await given(ScriptedFixture(), .init()) { test in
                await test.when(
                    .init("naps") { tools in
                        for number in 1...5 {
                            try? await tools.clock.sleep(for: .seconds(1))
                            await tools.hop(3, then: "\(number) at \(tools.clock.now.offset)")
                        }
                    })
                #expect(test.state.log == [])
                await test.clock.advance(by: .seconds(3))
                #expect(test.state.log == ["1 at 1.0 seconds", "2 at 2.0 seconds", "3 at 3.0 seconds"])
                await test.clock.advance(by: .seconds(10))
                #expect(test.state.log.count == 5)
                #expect(test.clock.now.offset == .seconds(13))
            }
        }
    }

    @Test func `each tick of a timer is handled before the next`() async {
        for _ in 0..<repetitions(500) {
            await given(ScriptedFixture(), .init()) { test in
                await test.when(.init("start") { $0.store.execute(.setTicking(true)) })
                await test.clock.advance(by: .seconds(4))
                #expect(test.state.log == ["tick 1", "tick 2", "tick 3", "tick 4"])
                await test.when(.init("stop") { $0.store.execute(.setTicking(false)) })
                await test.clock.advance(by: .seconds(4))
                #expect(test.state.log.count == 4)
                #expect(test.clock.deadlines == [])
            }
        }
    }

    @Test func `delayed actions start at their deadlines, and settle waits for them`() async {
        for _ in 0..<repetitions(500) {
            await given(ScriptedFixture(), .init()) { test in
                let debounced = ActionPolicy.latest.debounced(for: .milliseconds(300))
                await test.when(
                    .init("s", policy: debounced) { await $0.hop(3, then: "s") },
                    .init("sw", policy: debounced) { await $0.hop(3, then: "sw") })
                await test.clock.advance(by: .milliseconds(299))
                #expect(test.state.log == [])
                await test.clock.advance(by: .milliseconds(1))
                #expect(test.state.log == ["sw"])

                let throttled = ActionPolicy.concurrent.group("t").throttled(for: .seconds(1))
                await test.when(
                    .init("1", policy: throttled) { await $0.hop(3, then: "1") },
                    .init("2", policy: throttled) { await $0.hop(3, then: "2") },
                    .init("3", policy: throttled) { await $0.hop(3, then: "3") })
                #expect(test.state.log == ["sw", "1"])
                await test.clock.advance(by: .seconds(1))
                #expect(test.state.log == ["sw", "1", "3"])
            }
        }
    }

    @Test func `an action that runs for too long is cancelled, and settle waits for its end`() async {
        for _ in 0..<repetitions(500) {
            await given(ScriptedFixture(), .init()) { test in
                test.tryCall.always(.wait)
                await test.when(
                    .init("slow", policy: .concurrent.timeout(after: .seconds(5))) { tools in
                        do { _ = try await tools.tryCall("never") } catch {
                            _ = await elsewhere(await elsewhere(1))
                            tools.store.execute(.logged("\(type(of: error))"), evenIfCancelled: true)
                        }
                    })
                await test.clock.advance(by: .seconds(5))
                #expect(test.state.log == ["CancellationError"])
                #expect(test.tryCall.held == [])
            }
        }
    }

    @Test func `settle waits until a source has handled a value`() async {
        for _ in 0..<repetitions(500) {
            await given(ScriptedFixture(listens: true), .init()) { test in
                test.feed.send("a")
                await test.settle()
                #expect(test.state.log == ["a"])
                for word in ["b", "c", "d", "e"] { test.feed.send(word) }
                await test.settle()
                #expect(test.state.log.sorted() == ["a", "b", "c", "d", "e"])
                test.feed.finish(throwing: InjectedFault())
                await test.settle()
                #expect(test.state.log.last == "a fault injected by the test")
            }
        }
    }

    @Test func `an action that reads a stream waits until something is sent`() async {
        for _ in 0..<repetitions(500) {
            await given(ScriptedFixture(), .init()) { test in
                let stream = ScriptedStream<Int>()
                await test.when(
                    .init("reads") { tools in
                        do {
                            for try await number in stream { await tools.hop(3, then: "\(number)") }
                        } catch {}
                        await tools.hop(3, then: "end")
                    })
                stream.send(1)
                await test.settle()
                #expect(test.state.log == ["1"])
                stream.finish()
                await test.settle()
                #expect(test.state.log == ["1", "end"])
            }
        }
    }

    @Test func `a sleep that is cancelled is waited for`() async {
        for _ in 0..<repetitions(500) {
            await given(ScriptedFixture(), .init()) { test in
                let task = test.scene.execute(
                    .init("sleeps") { tools in
                        do { try await tools.clock.sleep(for: .seconds(1)) } catch {
                            _ = await elsewhere(1)
                            tools.store.execute(.logged("cancelled"), evenIfCancelled: true)
                        }
                    })
                await test.settle()
                task.cancel()
                await test.settle()
                #expect(test.state.log == ["cancelled"])
                #expect(test.clock.deadlines == [])
            }
        }
    }
}
