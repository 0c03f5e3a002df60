import CIS
import Testing

/// The steps that a list remembers.
extension `Changes of a list` {
    // Around half of the steps that are remembered, because that many are forgotten at once.
    @Test(arguments: 120...136)
    func `steps lead from the list that was seen to the list that is there, however many came before`(count: Int) {
        let rowList = world.assemble([])
        for id in 0..<count { world.change { $0.rows.append(RowList.Item(id: id)) } }
        var shown = rowList.state.rows.ids
        let owner = Owner()
        rowList.observeChanges(of: \.rows, on: owner, initially: false) { _, changes in
            guard let steps = changes.steps else { return shown = changes.list.ids }
            for step in steps {
                if case .inserted(let id, let offset) = step { shown.insert(id, at: offset) }
            }
        }
        world.change { state in
            for id in count..<count + 140 { state.rows.append(RowList.Item(id: id)) }
        }
        #expect(shown == Array(0..<count + 140))
    }

    @Test func `an item that is refused calls no observer`() {
        let rowList = world.assemble([1])
        let calls = Shared(0)
        let token = rowList.observeChanges(of: \.rows, initially: false) { _ in calls.value += 1 }
        world.change { $0.rows.append(RowList.Item(id: 1)) }
        #expect(calls.value == 0)
        world.change { $0.rows.append(RowList.Item(id: 2)) }
        #expect(calls.value == 1)
        token.cancel()
    }
}
