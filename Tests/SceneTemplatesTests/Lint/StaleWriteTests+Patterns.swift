import SceneTemplates
import Testing

/// Values that a loop or a condition takes apart.
extension `lint-scenes and what was read before an await` {
    @Test(arguments: [
        """
                    for (offset, item) in store.domainState.items.enumerated() {
                        let new = await worker.fetchItems(offset)
                        store.execute(.loaded([item] + new))
                    }

        """,
        """
                    for case let item? in store.domainState.items.map(Optional.some) {
                        let new = await worker.fetchItems()
                        store.execute(.loaded([item] + new))
                    }

        """,
        """
                    for item: String in store.domainState.items {
                        let new = await worker.fetchItems()
                        store.execute(.loaded([item] + new))
                    }

        """,
        """
                    guard case .some(let first) = store.domainState.items.first else { return }
                    store.execute(.loaded([first] + (await worker.fetchItems())))

        """,
    ])
    func `what a pattern has bound before an await is found`(lines: String) {
        let found = found(loading: lines)
        #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix("[stale-write]") }, "\(found)")
    }

    @Test(arguments: [
        """
                    for (offset, item) in store.domainState.items.enumerated() {
                        let new = await worker.fetchItems(offset, item)
                        store.execute(.loaded(new))
                    }

        """,
        """
                    for await item in worker.items(besides: store.domainState.items) {
                        await worker.save(item)
                        store.execute(.loaded([item]))
                    }

        """,
        """
                    if case .some(let first) = await worker.first(besides: store.domainState.items) {
                        await worker.save(first)
                        store.execute(.loaded([first]))
                    }

        """,
        """
                    if case Optional.some(let first) = store.domainState.items.first {
                        await worker.save(first)
                        store.execute(.loaded(Optional.some("new").map { [$0] } ?? []))
                    }

        """,
    ])
    func `what a pattern binds is not reported if it is new, or not written`(lines: String) {
        #expect(found(loading: lines) == [])
    }
}
