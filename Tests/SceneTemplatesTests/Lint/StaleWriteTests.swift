import SceneTemplates
import Testing

/// Lost updates, as far as they can be found in the text.
@Suite struct `lint-scenes and what was read before an await` {
    /// A different implementation of `load` in a generated scene. Its mutation `loaded` replaces the items.
    private static let loading =
        "            guard let items = await worker.fetchItems() else { return store.execute(.loadFailed) }\n"
        + "            store.execute(.loaded(items))\n"

    func found(loading lines: String) -> [String] {
        findings(
            in: "MoviesInteractor.swift", Self.loading, lines)
    }

    @Test(arguments: [
        """
                    let items = store.domainState.items
                    let new = await worker.fetchItems()
                    store.execute(.loaded(items + new))

        """,
        """
                    let old = store.domainState
                    var items: [String] = old.items.filter {
                        !$0.isEmpty
                    }
                    items.append(contentsOf: await worker.fetchItems())
                    store.execute(.loaded(items))

        """,
        """
                    let items = store.domainState.items + (await worker.fetchItems())
                    store.execute(.loaded(items))

        """,
        """
                    guard let first = store.domainState.items.first else { return }
                    store.execute(.loaded([first] + (await worker.fetchItems())))

        """,
        """
                    let (items, new) = (store.domainState.items, await worker.fetchItems())
                    store.execute(.loaded(items + new))

        """,
        """
                    for item in store.domainState.items {
                        let new = await worker.fetchItems()
                        store.execute(.loaded([item] + new))
                    }

        """,
        """
                    var (items, count) = ([String](), 0)
                    (items, count) = (store.domainState.items, 1)
                    let new = await worker.fetchItems()
                    store.execute(.loaded(items + new + [String(count)]))

        """,
        """
                    var old = store.domainState.items
                    var items: [String] = []
                    swap(&items, &old)
                    let new = await worker.fetchItems()
                    store.execute(.loaded(items + new))

        """,
        """
                    let (items, count): ([String], Int) = (store.domainState.items, 1)
                    let new = await worker.fetchItems()
                    store.execute(.loaded(items + new))

        """,
        """
                    switch store.domainState.items.first {
                    case .some(let first):
                        let new = await worker.fetchItems()
                        store.execute(.loaded([first] + new))
                    case nil: break
                    }

        """,
        """
                    guard let (items, new): Both = (store.domainState.items, await worker.fetchItems()) else { return }
                    store.execute(.loaded(items + new))

        """,
    ])
    func `a mutation with a value that was read before an await is found`(lines: String) {
        let found = found(loading: lines)
        #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix("[stale-write]") }, "\(found)")
    }

    @Test(arguments: [
        """
                    let items = store.domainState.items
                    let new = await worker.fetchItems(besides: items)
                    store.execute(.loaded(new))

        """,
        """
                    let new = await worker.fetchItems()
                    let items = store.domainState.items
                    store.execute(.loaded(items + new))

        """,
        """
                    var items = store.domainState.items
                    let new = await worker.fetchItems()
                    items = store.domainState.items
                    store.execute(.loaded(items + new))

        """,
        """
                    let items = store.domainState.items
                    let new = await worker.fetchItems()
                    guard store.domainState.items == items else { return }
                    store.execute(.loaded(items + new))

        """,
        """
                    let before = store.domainSnapshot
                    let items = before.value.items + (await worker.fetchItems())
                    store.execute(.loaded(items), basedOn: before.revision)

        """,
        """
                    let (new, items) = (await worker.fetchItems(), store.domainState.items)
                    store.execute(.loaded(items + new))

        """,
        """
                    var (items, count) = (store.domainState.items, 1)
                    (count, items) = (items.count, await worker.fetchItems())
                    store.execute(.loaded(items))

        """,
        """
                    var old = store.domainState.items
                    var items = await worker.fetchItems()
                    swap(&items, &old)
                    store.execute(.loaded(old))

        """,
        """
                    let (items, old): ([String], [String]) = (await worker.fetchItems(), store.domainState.items)
                    store.execute(.loaded(items))

        """,
        """
                    let (count, old): (Int, String) = (1, store.domainState.items[0])
                    let new = await worker.fetchItems()
                    store.execute(.loaded(new + [String(count)]))

        """,
        """
                    let (count, items): (Int, [String]) = (store.domainState.items.count, await worker.fetchItems())
                    store.execute(.loaded(items))

        """,
        """
                    var (items, count): ([String], Int) = (store.domainState.items, 1)
                    let new = await worker.fetchItems()
                    (items, count) = (store.domainState.items, items.count)
                    store.execute(.loaded(items + new))

        """,
        """
                    let first = "new"
                    switch store.domainState.items.first {
                    case .some(let first): await worker.delete(first)
                    case nil: break
                    }
                    store.execute(.loaded([first]))

        """,
        """
                    let item = store.domainState.items[0]
                    await worker.delete(item)
                    store.execute(.itemChosen(item))

        """,
        """
                    let items = store.domainState.items
                    store.execute(.loaded(items))
                    await worker.save(items)

        """,
        """
                    for item in store.domainState.items {
                        let new = await worker.fetchItems(item)
                        store.execute(.loaded(new))
                    }

        """,
    ])
    func `a mutation that loses no change during an await is not reported`(lines: String) {
        #expect(found(loading: lines) == [])
    }

    @Test(arguments: [
        ("rows.replaceAll(with: items)", true), ("rows\n.replaceAll(with: items)", true),
        ("rows.replace(with: items[0])", true), ("path.show(items)", true), ("path.replaceTop(with: items[0])", true),
        ("items.replaceSubrange(0..<1, with: items)", true), ("byName.updateValue(items[0], forKey: 1)", true),
        ("tags.update(with: items[0])", true),
        ("rows.replaceAll(with: state.domainState.items + items)", false), ("rows.append(contentsOf: items)", false),
        ("rows.remove(items[0])", false), ("path.push(items)", false), ("tags.formUnion(items)", false),
        ("count = 0\n(state.domainState.items, state.domainState.isNew) = (items, true)", true),
        ("count = 0\n(state.domainState.isNew, state.items) = (true, items)", false),
        ("count = 0\n(state.domainState.items, _) = (state.domainState.items + items, 0)", false),
        ("count = 0\nvar new = items\nswap(&state.domainState.items, &new)", true),
        ("count = 0\nvar new = items\nswap(&new, &state.domainState.items)", true),
        ("count = 0\nvar new = state.domainState.items + items\nswap(&new, &state.domainState.items)", false),
        (
            "count = 0\nvar new = items\nnew.append(contentsOf: state.domainState.items)\nstate.domainState.items = new",
            false
        ),
        (
            "count = 0\nvar new = items\nnew += state.domainState.items\nstate.domainState.rows.replaceAll(with: new)",
            false
        ),
        ("items.removeAll()\nstate.domainState.items.append(contentsOf: items)", true),
        ("count = 0\nfor item in items {\nstate.domainState.rows.updateOrAppend(item)\n}", true),
        ("count = 0\nfor item in items {\nstate.domainState.rows.append(item)\n}", false),
        ("items.removeAll()\nfor item in items {\nstate.domainState.items.append(item)\n}", true),
        ("items = []\nstate.domainState.items.append(contentsOf: items)", true),
        ("selected.removeAll()\nstate.domainState.items.append(contentsOf: items)", false),
        ("items.removeAll(where: \\.isEmpty)\nstate.domainState.items.append(contentsOf: items)", false),
    ])
    func `a mutation that replaces by a function is found, and one that adds or removes is not`(
        change: String, isFound: Bool
    ) {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        for (file, old, new) in [
            ("Store", "state.domainState.items = items", "state.domainState.\(change)"),
            (
                "Interactor", Self.loading,
                "let old = store.domainState.items\n_ = await worker.fetchItems()\nstore.execute(.loaded(old))\n"
            ),
        ] {
            let path = "Sources/App/Movies/Movies\(file).swift"
            #expect(sandbox[path].contains(old))
            sandbox.files.put("/home/package/" + path, sandbox[path].replacing(old, with: new))
        }
        let found = sandbox.run("lint-scenes").output.dropLast()
        #expect(found.count == (isFound ? 1 : 0) && found.allSatisfy { $0.hasSuffix("[stale-write]") }, "\(found)")
    }

    @Test(arguments: [
        ("rows.update(id) { $0.title = title }", true), ("rows\n.update(id) { row in\nrow.title = title\n}", true),
        ("rows.update(id) { $0.count = $0.count + title }", false), ("titles[id] = title", true),
        ("rows[id: id]?.title = title", true), ("titles.updateValue(title, forKey: id)", true),
    ])
    func `a value that a mutation puts in place is found, and the key of its place is not reported`(
        change: String, isFound: Bool
    ) {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        let store = "/home/package/Sources/App/Movies/MoviesStore.swift"
        let interactor = "/home/package/Sources/App/Movies/MoviesInteractor.swift"
        let (mutate, perform) = (sandbox.files.text(store) ?? "", sandbox.files.text(interactor) ?? "")
        let old = "case .loaded(let items):\n            state.domainState.items = items"
        #expect(mutate.contains(old) && perform.contains(Self.loading))
        sandbox.files.put(
            store, mutate.replacing(old, with: "case .loaded(let id, let title):\nstate.domainState.\(change)"))
        for (stale, new) in [("id", "title"), ("title", "id")] {
            let lines =
                "let \(stale) = store.domainState.\(stale)\nlet \(new) = await worker.fetchItems()\n"
                + "store.execute(.loaded(id, title))\n"
            sandbox.files.put(interactor, perform.replacing(Self.loading, with: lines))
            let found = sandbox.run("lint-scenes").output.dropLast()
            #expect(found.count == (isFound && stale == "title" ? 1 : 0), "\(stale): \(found)")
        }
    }

    @Test func `a mutation that adds is not taken for one that replaces`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        let store = "Sources/App/Movies/MoviesStore.swift"
        for delta in [
            "items = state.domainState.items + items", "items += items", "items.removeAll { items.contains($0) }",
        ] {
            let text = sandbox[store].replacing("state.domainState.items = items", with: "state.domainState.\(delta)")
            sandbox.files.put("/home/package/" + store, text)
            #expect(text.contains(delta))
            let interactor = sandbox["Sources/App/Movies/MoviesInteractor.swift"].replacing(
                Self.loading,
                with:
                    "let old = store.domainState.items\n_ = await worker.fetchItems()\nstore.execute(.loaded(old))")
            sandbox.files.put("/home/package/Sources/App/Movies/MoviesInteractor.swift", interactor)
            #expect(sandbox.run("lint-scenes").output == ["1 scene, 0 to report."])
            sandbox.files.put(
                "/home/package/" + store,
                text.replacing("state.domainState.\(delta)", with: "state.domainState.items = items"))
            #expect(sandbox.run("lint-scenes").output.count == 2)
        }
    }
}
