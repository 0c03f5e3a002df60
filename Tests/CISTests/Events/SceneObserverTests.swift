import CIS
import TestSupport
import Testing

/// The events that a scene observer receives, their order, and the end of the observation.
@MainActor
@Suite struct `Scene observer` {
    @Test func `every event that begins ends once, and inner events end before outer ones`() async {
        let sample = SampleScene()
        let log = EventLog()
        let token = sample.runtime.attach(log)
        sample.store.effects = { mutation, _ in if mutation == .add(1) { sample.outputs.send(.told("done")) } }
        await sample.perform("tap") { controller in
            await controller.interactor.execute(.perform("load") { $0.store.execute(.add(1)) })
        }.value
        #expect(
            log.outline == [
                "action tap", "  useCase load", "    mutation add(1)", "      commit", "      sideEffects add(1)",
                "        output told(\"done\")",
            ])
        #expect(log.endings.map(\.event.id) == log.endings.map(\.event.id).uniqued)
        #expect(log.endings.count == log.events.count)
        token.cancel()
        sample.store.effects = nil
    }

    @Test func `state changes after a mutation begins and before its commit begins`() {
        let sample = SampleScene()
        let seen = MainActorRecorder<String>()
        let probe = Probe { event in
            seen.add("+\(event.kind.label) \(sample.store.state.count)")
            return { _ in seen.add("-\(event.kind.label) \(sample.store.state.count)") }
        }
        let token = sample.runtime.attach(probe)
        let observation = sample.runtime.observe(\.count, initially: false) { seen.add("observer \($0)") }
        sample.store.effects = { _, state in seen.add("effect \(state.count)") }
        sample.store.execute(.add(1))
        #expect(
            seen.entries == [
                "+mutation 0", "+commit 1", "observer 1", "-commit 1", "+sideEffects 1", "effect 1", "-sideEffects 1",
                "-mutation 1",
            ])
        token.cancel()
        observation.cancel()
    }

    @Test func `a cancelled action and its use case end as cancelled, others as finished`() async {
        let sample = SampleScene()
        let log = EventLog()
        let token = sample.runtime.attach(log)
        let gate = Gate()
        let task = sample.perform("slow") { controller in
            await controller.interactor.execute(.perform("load") { _ in await gate.pass() })
        }
        await gate.reached()
        task.cancel()
        gate.open()
        await task.value
        await sample.perform("quick") { await $0.interactor.execute(.perform("look") { _ in }) }.value
        let endings = log.endings.map { "\($0.event.kind.label) \($0.event.kind.subject): \($0.ending)" }
        #expect(
            endings == [
                "useCase load: cancelled", "action slow: cancelled", "useCase look: finished",
                "action quick: finished",
            ])
        token.cancel()
    }

    @Test func `events carry the scene, increasing ids and the call site`() async {
        let sample = SampleScene()
        let log = EventLog()
        let token = sample.runtime.attach(log)
        let line: UInt = #line + 1
        await sample.runtime.execute(
            .perform("tap") { controller in
                controller.store.execute(.add(1))
                await controller.interactor.execute(.perform("load") { _ in })
            }
        ).value
        #expect(log.events.allSatisfy { $0.scene == sample.runtime.identity })
        #expect(log.events.map(\.id) == log.events.map(\.id).sorted())
        let sites = log.events.compactMap { event in event.callSite.map { (event.kind.label, $0) } }
        #expect(sites.map(\.0) == ["action", "mutation", "useCase"])
        #expect(sites.map(\.1.line) == [line, line + 2, line + 3])
        #expect(sites.allSatisfy { $0.1.fileID.description.hasSuffix("SceneObserverTests.swift") })
        #expect("\(sample.runtime.identity)".hasPrefix("Sample/"))
        token.cancel()
    }

    @Test func `commits are numbered from 1`() {
        let sample = SampleScene()
        let log = EventLog()
        let token = sample.runtime.attach(log)
        for _ in 0..<5 { sample.store.execute(.add(1)) }
        #expect(log.commits == [1, 2, 3, 4, 5])
        token.cancel()
    }

    @Test func `a token ends only its own observation`() {
        let sample = SampleScene()
        let (first, second) = (EventLog(), EventLog())
        let tokens = [sample.runtime.attach(first), sample.runtime.attach(second)]
        sample.store.execute(.add(1))
        tokens[0].cancel()
        sample.store.execute(.add(1))
        #expect(first.events.count == 3)
        #expect(second.events.count == 6)
        tokens[1].cancel()
        sample.store.execute(.add(1))
        #expect(second.events.count == 6)
    }

    @Test func `an observer that is detached during an event still receives the end of that event`() async {
        let sample = SampleScene()
        let log = EventLog()
        let token = sample.runtime.attach(log)
        await sample.perform("tap") { _ in token.cancel() }.value
        await sample.perform("unseen") { _ in }.value
        #expect(log.lines == ["+ action(tap)", "- action(tap)"] || log.endings.count == 1)
        #expect(log.events.count == 1)
    }

    @Test func `an observer sees only the scenes it is attached to`() {
        let (sample, other) = (SampleScene(), SampleScene())
        let log = EventLog()
        let token = sample.runtime.attach(log)
        other.store.execute(.add(1))
        #expect(log.events.isEmpty)
        token.cancel()
    }

    @Test func `an attached observer is held until its token is released`() {
        let sample = SampleScene()
        var log: EventLog? = EventLog()
        weak let released = log
        var token = log.map { sample.runtime.attach($0) }
        log = nil
        #expect(released != nil)
        token?.cancel()
        token = nil
        sample.store.execute(.add(1))
        _ = sample.runtime.attach(EventLog())
        #expect(released == nil)
    }

    @Test func `stopping is an event`() {
        let log = EventLog()
        let sample = SampleScene()
        let token = sample.runtime.attach(log)
        sample.runtime.stop()
        #expect(log.lines == ["+ stopped", "- stopped"])
        token.cancel()
    }

    @Test func `a release is an event like a stop`() {
        let log = EventLog()
        let mortal = ReleasableSample()
        let token = mortal.runtime?.attach(log)
        mortal.release()
        #expect(log.lines == ["+ stopped", "- stopped"])
        token?.cancel()
    }
}

extension Array where Element: Hashable {
    fileprivate var uniqued: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

@MainActor
private final class Probe: SceneObserver {
    private let begin: (SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)?

    init(_ begin: @escaping (SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)?) { self.begin = begin }

    func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? { begin(event) }
}
