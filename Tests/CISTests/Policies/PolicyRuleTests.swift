import CIS
import TestSupport
import Testing

/// What each rule does to the actions of a scene.
@MainActor
@Suite struct `Policy rules` {
    private let lab = PolicyLab()

    // MARK: latest

    @Test func `the latest starts at once and cancels the one before`() async {
        let first = lab.execute("a", .latest)
        let second = lab.execute("b", .latest)
        #expect(lab.trail.entries == ["a begins", "b begins"])
        #expect(lab.fates == ["a cancelled: replaced"])
        lab.open("a", "b")
        await first.value
        await second.value
        #expect(lab.trail.entries.contains("a ends, cancelled"))
        #expect(lab.trail.entries.contains("b ends"))
        #expect(lab.isEmpty)
    }

    @Test func `what a replaced action mutates afterwards is dropped`() async {
        let gate = Gate()
        let search: (Int) -> Lab.Action = { number in
            .perform("search \(number)", policy: .latest) {
                await gate.pass()
                $0.store.execute(.add(number))
            }
        }
        let first = lab.runtime.execute(search(1))
        let second = lab.runtime.execute(search(2))
        gate.open()
        await first.value
        await second.value
        #expect(lab.runtime.state.count == 2)
        #expect(lab.lab.reports.kinds == [.mutationDropped(.cancelled)])
    }

    // MARK: first

    @Test func `while the first runs others are dropped, and their tasks complete`() async {
        let first = lab.execute("a", .first)
        await lab.execute("b", .first).value
        #expect(lab.trail.entries == ["a begins"])
        #expect(lab.fates == ["b dropped: busy"])
        #expect(lab.lab.reports.kinds == [.actionDropped(.busy)])
        lab.open("a", "c")
        await first.value
        await lab.execute("c", .first).value
        #expect(lab.trail.entries == ["a begins", "a ends", "c begins", "c ends"])
        #expect(lab.isEmpty)
    }

    // MARK: serial and limited

    @Test func `serial actions run one after the other, in the order of execution`() async {
        let tasks = ["a", "b", "c"].map { lab.execute($0, .serial) }
        #expect(lab.trail.entries == ["a begins"])
        lab.open("c", "b", "a")
        for task in tasks { await task.value }
        #expect(lab.trail.entries == ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"])
        #expect(lab.fates.isEmpty)
        #expect(lab.isEmpty)
    }

    @Test func `no more than the limit run at a time`() async {
        let tasks = ["a", "b", "c", "d"].map { lab.execute($0, .limited(2)) }
        #expect(lab.trail.entries == ["a begins", "b begins"])
        lab.open("b")
        await lab.gate("c").reached()
        #expect(lab.trail.entries == ["a begins", "b begins", "b ends", "c begins"])
        lab.open("a", "c", "d")
        for task in tasks { await task.value }
        #expect(lab.trail.entries.count == 8)
        #expect(lab.isEmpty)
    }

    @Test func `actions whose turn comes at once begin in the order of execution, at any priority`() async {
        let names = (0..<200).map(String.init)
        var tasks: [Task<Void, Never>] = []
        for (number, name) in names.enumerated() {
            let executor = Task(priority: number.isMultiple(of: 2) ? .background : .userInitiated) { [lab] in
                lab.execute(name, .limited(50))
            }
            tasks.append(await executor.value)
        }
        for name in names { lab.open(name) }
        for task in tasks { await task.value }
        #expect(lab.trail.entries.filter { $0.hasSuffix("begins") } == names.map { "\($0) begins" })
        #expect(lab.isEmpty)
    }

    @Test func `an action that waits does not hold back one without a policy`() async {
        lab.execute("a", .serial)
        let waiting = lab.execute("b", .serial)
        lab.execute("plain", .concurrent)
        #expect(lab.trail.entries == ["a begins", "plain begins"])
        lab.open("a", "b", "plain")
        await waiting.value
    }

    @Test func `an action of low priority that waits does not hold back a user-initiated one`() async {
        lab.execute("a", .serial)
        let low = Task(priority: .background) { [runtime = lab.runtime, action = lab.action("b", .serial)] in
            await runtime.run(action)
        }
        let high = Task(priority: .userInitiated) { [lab] in lab.execute("c", .latest.group("other")) }
        _ = await high.value
        #expect(lab.trail.entries == ["a begins", "c begins"])
        lab.open("a", "b", "c")
        await low.value
    }

    // MARK: Groups and cancelling

    @Test func `actions of different groups do not wait for each other`() async {
        let tasks = ["a", "b"].map { lab.execute($0, .serial.group("row \($0)")) }
        let waiting = lab.execute("c", .serial.group("row a"))
        #expect(lab.trail.entries == ["a begins", "b begins"])
        lab.open("a", "b", "c")
        for task in tasks + [waiting] { await task.value }
        #expect(lab.isEmpty)
    }

    @Test func `the group of a row is told by its name as a reader sees it`() async {
        let first = lab.execute("a", .first.group("caf\u{E9} 커피"))
        await lab.execute("b", .first.group("cafe\u{301} \u{110F}\u{1165}\u{1111}\u{1175}")).value
        #expect(lab.fates == ["b dropped: busy"])
        lab.open("a")
        await first.value
    }

    @Test func `an action that cancels a group ends what runs and what waits there, and nothing else`() async {
        let uploads = ["a", "b"].map { lab.execute($0, .serial.group("uploads")) }
        let held = lab.execute("h", .concurrent.debounced(for: .seconds(1)).group("uploads"))
        let other = lab.execute("other", .serial)
        let logOut = lab.execute("log out", .concurrent.cancelling("uploads"))
        await uploads[1].value
        await held.value
        #expect(
            lab.fates.sorted() == ["a cancelled: replaced", "b dropped: replaced", "h dropped: replaced"])
        lab.open("a", "other", "log out")
        for task in uploads + [other, logOut] { await task.value }
        #expect(lab.trail.entries.contains("a ends, cancelled"))
        #expect(lab.trail.entries.contains("other ends"))
        #expect(lab.isEmpty)
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
