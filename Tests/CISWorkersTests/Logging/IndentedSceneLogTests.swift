import CIS
import CISWorkers
import TestSupport
import Testing

@MainActor
@Suite struct `A log of scenes, indented` {
    private let lines = CollectedLog()
    private let gate = Gate()

    private func logger(from level: LogLevel = .debug, to lines: CollectedLog? = nil) -> SceneLogger {
        SceneLogger(LogWorker("scenes", from: level, to: [(lines ?? self.lines).sink]), layout: .indented)
    }

    @Test func `each event stands below its cause`() async {
        let scene = SignIn.assemble()
        let token = scene.attach(logger())
        await scene.run(.submitted)
        scene.stop()
        #expect(
            lines.texts == [
                "debug SignIn action submitted",
                "debug   SignIn use case signIn",
                "debug     SignIn mutation failed",
                "debug       SignIn commit",
                "debug       SignIn side effects",
                "debug SignIn stopped",
            ])
        token.cancel()
    }

    @Test func `an output, what it causes in the parent, and the end of a cancelled action`() async {
        let parent = SignIn.assemble()
        let child = Waiting.assemble(gate)
        var submission: Task<Void, Never>?
        parent.add(child) { parent, _ in submission = parent.execute(.submitted) }
        let logger = logger()
        let tokens = [parent.attach(logger), child.attach(logger)]
        await child.run(.tell)
        await submission?.value
        let waiting = child.execute(.wait)
        await gate.reached()
        waiting.cancel()
        gate.open()
        await waiting.value
        #expect(
            lines.texts.prefix(3) == [
                "debug Waiting action tell", "debug   Waiting output told", "debug     SignIn action submitted",
            ])
        #expect(lines.texts.suffix(2) == ["debug Waiting action wait", "debug Waiting action wait ended, cancelled"])
        for token in tokens { token.cancel() }
    }

    @Test func `drops, cancellations and outputs to nobody are notices, and alone they are not indented`() async {
        for level in [LogLevel.debug, .notice, .warning] {
            let (lines, gate) = (CollectedLog(), Gate())
            let scene = Waiting.assemble(gate)
            let token = scene.attach(logger(from: level, to: lines))
            let first = scene.execute(.waitAlone)
            await scene.run(.waitAlone)
            let latest = scene.execute(.waitLatest)
            await startsOfActions()
            let newest = scene.execute(.waitLatest)
            gate.open()
            for action in [first, latest, newest] { await action.value }
            await scene.run(.tell)
            let notices = lines.texts.filter { $0.hasPrefix("notice ") }
            let indent = level == .debug ? "  " : ""
            #expect(
                notices
                    == (level == .warning
                        ? []
                        : [
                            "notice Waiting dropped action waitAlone: busy",
                            "notice \(indent)Waiting cancelled action waitLatest: replaced",
                            "notice \(indent)Waiting output told reached nobody",
                        ]))
            #expect(level == .debug || lines.texts.count == notices.count)
            token.cancel()
        }
    }

    @Test func `an event that was caused long ago is not indented`() async {
        let logger = logger()
        let scene = SignIn.assemble()
        let token = scene.attach(logger)
        while logger.depths.count < 2 * SceneLogger.rememberedEvents { await scene.run(.submitted) }
        await scene.run(.submitted)
        #expect(logger.depths.count <= SceneLogger.rememberedEvents + 5)
        #expect(lines.texts.suffix(2) == ["debug       SignIn commit", "debug       SignIn side effects"])
        token.cancel()
    }

    @Test func `a chain of causes without an end is not indented without an end`() async {
        let parent = SignIn.assemble()
        let child = Waiting.assemble(gate)
        var rounds = 0
        // Each output causes an action of the child, which sends the next output.
        parent.add(child) { [weak child, gate] _, _ in
            rounds += 1
            if rounds < 30 { child?.execute(.tell) } else { gate.open() }
        }
        let token = child.attach(logger())
        child.execute(.tell)
        // The actions run on after the first one has ended. The last output opens the gate.
        await gate.pass()
        let indents = lines.all.map { $0.text.prefix { $0 == " " }.count }
        #expect(indents == (0..<60).map { 2 * min($0, 20) })
        token.cancel()
    }

    // MARK: Values in short

    @Test(
        arguments: [
            (.nothing, "nothing"), (.text("a\n\"b\""), #"text("a\n\"b\"")"#),
            (.labelled(count: 3), "labelled(count: 3)"),
            (.text(String(repeating: "a", count: 33)), "text(\"\(String(repeating: "a", count: 32))\"…)"),
            (.text("https://ada:\(String(repeating: "a", count: 33))@host/p"), #"text("https://host/p")"#),
            (.pair(1, true), "pair(1, true)"), (.mixed(1, name: "a"), #"mixed(1, name: "a")"#),
            (.list([1]), "list(1 item)"),
            (.list([]), "list(0 items)"), (.table([1: 1, 2: 2]), "table(2 items)"), (.set([1]), "set(1 item)"),
            (.optional(nil), "optional(nil)"), (.optional(3), "optional(3)"),
            (.structure(.seconds(1)), "structure(Duration)"),
            (.secret(Secret("canary")), "secret(<secret>)"), (.nested(.list([1, 2])), "nested(list(2 items))"),
        ] as [(Value, String)])
    fileprivate func `values in short`(_ value: Value, _ text: String) {
        #expect(SceneLogger.summary(of: value) == text)
    }

    @Test func `summaries are written on request, in both layouts`() async {
        for layout in [SceneLogger.Layout.numbered, .indented] {
            let lines = CollectedLog()
            let scene = Waiting.assemble(gate)
            let log = LogWorker("scenes", from: .debug, to: [lines.sink])
            let token = scene.attach(SceneLogger(log, detail: .summaries, layout: layout))
            await scene.run(.keep("shown", Secret("canary")))
            #expect(lines.texts.first?.contains(#"action keep("shown", <secret>)"#) == true)
            token.cancel()
        }
    }
}

private enum Value: Sendable {
    case nothing, text(String), labelled(count: Int), pair(Int, Bool), mixed(Int, name: String), list([Int])
    case optional(Int?), table([Int: Int]), set(Set<Int>), structure(Duration), secret(Secret<String>)
    indirect case nested(Value)
}
