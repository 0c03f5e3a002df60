import CIS
import CISWorkers
import TestSupport
import Testing

@MainActor
@Suite struct `A log of scenes` {
    private let lines = CollectedLog()
    private let clock = TestClock()
    private let gate = Gate()

    private func logger(from level: LogLevel = .debug, _ detail: SceneLogger.Detail = .names) -> SceneLogger {
        SceneLogger(LogWorker("scenes", from: level, to: [lines.sink]), detail: detail, clock: clock)
    }

    /// The texts, with scenes and events numbered from 1.
    private var texts: [String] {
        var numbers: [Substring: Int] = [:]
        return lines.texts.map { text in
            text.replacing(/#\d+|\/\d+/) { match in
                let known = numbers[match.output] ?? numbers.keys.count { $0.first == match.output.first } + 1
                numbers[match.output] = known
                return "\(match.output.prefix(1))\(known)"
            }
        }
    }

    @Test func `logs actions, use cases and mutations with their causes`() async {
        let scene = SignIn.assemble()
        let token = scene.attach(logger())
        await scene.execute(.submitted).value
        #expect(
            texts == [
                "debug SignIn/1 #1 action submitted began",
                "debug SignIn/1 #2 mutation failed took 0.000 ms, caused by #3",
                "debug SignIn/1 #3 use case signIn took 0.000 ms, caused by #1",
                "info SignIn/1 #1 action submitted took 0.000 ms",
            ])
        token.cancel()
    }

    @Test(
        arguments: [
            (.milliseconds(1), "1.000 ms"), (.microseconds(12_345), "12.345 ms"), (.nanoseconds(999), "0.000 ms"),
            (.milliseconds(61_005), "61.005 s"), (.seconds(-1), "0.000 ms"),
        ] as [(Duration, String)])
    func `logs durations, measured with its clock`(_ time: Duration, _ text: String) async {
        let scene = Waiting.assemble(gate)
        let token = scene.attach(logger(from: .info))
        let action = scene.execute(.wait)
        await gate.reached()
        if time < .zero { clock.jump(backTo: time) } else { clock.advance(to: time) }
        gate.open()
        await action.value
        #expect(texts == ["info Waiting/1 #1 action wait took \(text)"])
        token.cancel()
    }

    @Test func `logs dropped and cancelled actions`() async {
        let scene = Waiting.assemble(gate)
        let token = scene.attach(logger(from: .notice))
        let first = scene.execute(.waitAlone)
        await scene.execute(.waitAlone).value
        let latest = scene.execute(.waitLatest)
        await startsOfActions()
        let newest = scene.execute(.waitLatest)
        gate.open()
        for action in [first, latest, newest] { await action.value }
        #expect(texts.contains("notice Waiting/1 #1 action waitAlone was dropped: busy"))
        #expect(texts.contains { $0.contains("action waitLatest was cancelled: replaced") })
        token.cancel()
    }

    @Test func `logs no values by default, and never secrets`() async {
        let scene = SignIn.assemble()
        let names = scene.attach(logger())
        await scene.execute(.typed(user: "canary", password: "canary")).value
        names.cancel()
        #expect(!lines.texts.isEmpty)
        #expect(!lines.texts.joined().contains("canary"))
        #expect(lines.texts.contains { $0.contains("action typed took") })
    }

    @Test func `logs values on request`() async {
        let scene = Waiting.assemble(gate)
        let token = scene.attach(logger(from: .info, .values))
        await scene.execute(.keep("shown", Secret("canary"))).value
        #expect(texts == [#"info Waiting/1 #1 action keep("shown", <secret>) took 0.000 ms"#])
        token.cancel()
    }

    @Test func `logs outputs and the stop`() async {
        let scene = Waiting.assemble(gate)
        scene.outputs?.connect(to: gate) { _, _ in }
        let token = scene.attach(logger())
        await scene.execute(.tell).value
        scene.stop()
        #expect(
            texts == [
                "debug Waiting/1 #1 action tell began",
                "debug Waiting/1 #2 output told, caused by #1",
                "info Waiting/1 #1 action tell took 0.000 ms",
                "debug Waiting/1 #3 stopped",
            ])
        token.cancel()
    }

    @Test func `an output without a receiver was logged like any other`() async {
        let scene = Waiting.assemble(gate)
        let token = scene.attach(logger())
        await scene.execute(.tell).value
        #expect(
            texts == [
                "debug Waiting/1 #1 action tell began",
                "debug Waiting/1 #2 output told, caused by #1",
                "notice Waiting/1 #2 output told reached nobody, caused by #1",
                "info Waiting/1 #1 action tell took 0.000 ms",
            ])
        token.cancel()
    }

    @Test func `without a log of the level writes nothing`() async {
        let scene = SignIn.assemble()
        let token = scene.attach(SceneLogger(LogWorker("scenes", from: .error, to: [lines.sink]), clock: clock))
        await scene.execute(.submitted).value
        #expect(lines.all.isEmpty)
        token.cancel()
    }
}
