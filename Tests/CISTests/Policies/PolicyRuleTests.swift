import CIS
import TestSupport
import Testing

/// The effect of each rule on the actions of a scene.
@MainActor
@Suite struct `Policy rules` {
    private let sample = PolicyFixture()

    // MARK: latest

    @Test func `the latest starts at once and cancels the one before`() async {
        let first = sample.execute("a", .latest)
        await startsOfActions()
        let second = sample.execute("b", .latest)
        await startsOfActions()
        #expect(sample.recorder.entries == ["a begins", "b begins"])
        #expect(sample.fates == ["a cancelled: replaced"])
        sample.open("a", "b")
        await first.value
        await second.value
        #expect(sample.recorder.entries.contains("a ends, cancelled"))
        #expect(sample.recorder.entries.contains("b ends"))
        #expect(sample.isEmpty)
    }

    @Test func `mutations of a replaced action are dropped`() async {
        let gate = Gate()
        let search: (Int) -> Sample.Action = { number in
            .perform("search \(number)", policy: .latest) {
                await gate.pass()
                $0.store.execute(.add(number))
            }
        }
        let first = sample.runtime.execute(search(1))
        await startsOfActions()
        let second = sample.runtime.execute(search(2))
        gate.open()
        await first.value
        await second.value
        #expect(sample.runtime.state.count == 2)
        #expect(sample.sample.reports.kinds == [.mutationDropped(.cancelled)])
    }

    // MARK: first

    @Test func `while the first runs others are dropped, and their tasks complete`() async {
        let first = sample.execute("a", .first)
        await sample.execute("b", .first).value
        #expect(sample.recorder.entries == ["a begins"])
        #expect(sample.fates == ["b dropped: busy"])
        #expect(sample.sample.reports.kinds == [.actionDropped(.busy)])
        sample.open("a", "c")
        await first.value
        await sample.execute("c", .first).value
        #expect(sample.recorder.entries == ["a begins", "a ends", "c begins", "c ends"])
        #expect(sample.isEmpty)
    }

    // MARK: serial and limited

    @Test func `serial actions run one after the other, in the order of execution`() async {
        let tasks = ["a", "b", "c"].map { sample.execute($0, .serial) }
        await startsOfActions()
        #expect(sample.recorder.entries == ["a begins"])
        sample.open("c", "b", "a")
        for task in tasks { await task.value }
        #expect(sample.recorder.entries == ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"])
        #expect(sample.fates.isEmpty)
        #expect(sample.isEmpty)
    }

    @Test func `no more than the limit run at a time`() async {
        let tasks = ["a", "b", "c", "d"].map { sample.execute($0, .limited(2)) }
        await startsOfActions()
        #expect(sample.recorder.entries == ["a begins", "b begins"])
        sample.open("b")
        await sample.gate("c").reached()
        #expect(sample.recorder.entries == ["a begins", "b begins", "b ends", "c begins"])
        sample.open("a", "c", "d")
        for task in tasks { await task.value }
        #expect(sample.recorder.entries.count == 8)
        #expect(sample.isEmpty)
    }

    @Test func `actions whose turn comes at once begin in the order of execution, at any priority`() async {
        let names = (0..<200).map(String.init)
        var tasks: [Task<Void, Never>] = []
        for (number, name) in names.enumerated() {
            let executor = Task(priority: number.isMultiple(of: 2) ? .background : .userInitiated) { [sample] in
                sample.execute(name, .limited(50))
            }
            tasks.append(await executor.value)
        }
        for name in names { sample.open(name) }
        for task in tasks { await task.value }
        #expect(sample.recorder.entries.filter { $0.hasSuffix("begins") } == names.map { "\($0) begins" })
        #expect(sample.isEmpty)
    }

    @Test func `an action that waits does not hold back one without a policy`() async {
        sample.execute("a", .serial)
        let waiting = sample.execute("b", .serial)
        sample.execute("plain", .concurrent)
        await startsOfActions()
        #expect(sample.recorder.entries == ["a begins", "plain begins"])
        sample.open("a", "b", "plain")
        await waiting.value
    }

    @Test func `an action of low priority that waits does not hold back a user-initiated one`() async {
        sample.execute("a", .serial)
        let low = Task(priority: .background) { [runtime = sample.runtime, action = sample.action("b", .serial)] in
            await runtime.run(action)
        }
        let high = Task(priority: .userInitiated) { [sample] in sample.execute("c", .latest.group("other")) }
        _ = await high.value
        await startsOfActions()
        #expect(sample.recorder.entries == ["a begins", "c begins"])
        sample.open("a", "b", "c")
        await low.value
    }

    // MARK: Groups and cancelling

    @Test func `actions of different groups do not wait for each other`() async {
        let tasks = ["a", "b"].map { sample.execute($0, .serial.group("row \($0)")) }
        let waiting = sample.execute("c", .serial.group("row a"))
        await startsOfActions()
        #expect(sample.recorder.entries == ["a begins", "b begins"])
        sample.open("a", "b", "c")
        for task in tasks + [waiting] { await task.value }
        #expect(sample.isEmpty)
    }

    @Test func `group names that are canonically equal name the same group`() async {
        let first = sample.execute("a", .first.group("caf\u{E9} 커피"))
        await sample.execute("b", .first.group("cafe\u{301} \u{110F}\u{1165}\u{1111}\u{1175}")).value
        #expect(sample.fates == ["b dropped: busy"])
        sample.open("a")
        await first.value
    }

    @Test func `an action that cancels a group ends only the running and waiting actions of that group`() async {
        let uploads = ["a", "b"].map { sample.execute($0, .serial.group("uploads")) }
        let held = sample.execute("h", .concurrent.debounced(for: .seconds(1)).group("uploads"))
        let other = sample.execute("other", .serial)
        await startsOfActions()
        let logOut = sample.execute("log out", .concurrent.cancelling("uploads"))
        await uploads[1].value
        await held.value
        #expect(
            sample.fates.sorted() == ["a cancelled: replaced", "b dropped: replaced", "h dropped: replaced"])
        sample.open("a", "other", "log out")
        for task in uploads + [other, logOut] { await task.value }
        #expect(sample.recorder.entries.contains("a ends, cancelled"))
        #expect(sample.recorder.entries.contains("other ends"))
        #expect(sample.isEmpty)
    }

    // MARK: The group of a case

    private enum Tap: Sendable {
        case plus
        case minus
        case row(Int)
        case cell(row: Int, column: Int)
    }

    @Test func `actions of one case form a group, whatever their values`() {
        #expect(GroupID(caseOf: Tap.plus) == GroupID(caseOf: Tap.plus))
        #expect(GroupID(caseOf: Tap.row(1)) == GroupID(caseOf: Tap.row(2)))
        #expect(GroupID(caseOf: Tap.cell(row: 1, column: 2)) == GroupID(caseOf: Tap.cell(row: 3, column: 4)))
        #expect(GroupID(caseOf: Tap.plus) != GroupID(caseOf: Tap.minus))
        #expect(GroupID(caseOf: Tap.row(1)) != GroupID(caseOf: Tap.plus))
        #expect(GroupID(caseOf: Tap.plus) != GroupID("plus"))
    }
}
