import CIS

extension Series {
    /// Does a mutation cost more in a larger state?
    static var stateSize: Series {
        stateSize("G-state", "mutation of one element, by length of the array") { _ in nil }
    }

    /// Does a trace copy the state, or anything else that grows with it?
    static var tracedStateSize: Series {
        stateSize("G-trace", "the same with a trace") { $0.attach(Silence()) }
    }

    private static func stateSize(
        _ name: String, _ title: String, prepare: @escaping (SceneRuntime<Board>) -> ObservationToken?
    ) -> Series {
        Series(name: name, title: title, sizes: sizes(from: 10, to: 1_000_000)) { size in
            let (scene, store) = Board.assemble(items: size)
            let trace = prepare(scene)
            let token = scene.observe({ $0.items.count }, initially: false) { _ in }
            let count = 100_000
            let time = await nanoseconds {
                // Only the same few elements are changed, so only the size of the state grows.
                for index in 0..<count { store.execute(.setItem(index % 10, index)) }
            }
            withExtendedLifetime((scene, token, trace)) {}
            try expect(name, store.state.items[9], count - 1)
            return time / Double(count)
        }
    }

    /// All observers affected, none, one.
    static var observerSeries: [Series] {
        let sizes = sizes(from: 1, to: 100_000)
        return [
            Series(name: "G-all", title: "mutation by observers, all affected", sizes: sizes) { size in
                try await mutation("G-all", observers: size, callsEach: size) { scene, called, _ in
                    scene.observe(\.ticks, initially: false) { _ in called() }
                }
            },
            Series(name: "G-none", title: "mutation by observers, none affected", sizes: sizes) { size in
                try await mutation("G-none", observers: size, callsEach: 0) { scene, called, _ in
                    scene.observe(\.selection, initially: false) { _ in called() }
                }
            },
            Series(name: "G-one", title: "mutation by observers, one affected", sizes: sizes) { size in
                try await mutation("G-one", observers: size, callsEach: 1) { scene, called, index in
                    scene.observe(index == 0 ? \.ticks : \.selection, initially: false) { _ in called() }
                }
            },
        ]
    }

    /// Does a commit cost more the longer an observer has been ending and registering other observers? At every commit, an
    /// observer binds twenty rows again, to a field that does not change.
    static var reboundRows: Series {
        Series(
            name: "G-rebind", title: "commit that binds 20 rows again, by commits", sizes: sizes(from: 100, to: 100_000)
        ) { size in
            let (scene, store) = Board.assemble(items: 0)
            var rows: [ObservationToken] = []
            let list = scene.observe(\.ticks, initially: false) { _ in
                for row in rows { row.cancel() }
                rows = (0..<20).map { _ in scene.observe(\.selection, initially: false) { _ in } }
            }
            let time = await nanoseconds { for _ in 0..<size { store.execute(.tick) } }
            list.cancel()
            return time / Double(size)
        }
    }

    /// Does registering cost more beside many observers?
    static var registration: Series {
        Series(name: "G-bind", title: "observer registered and ended, by observers", sizes: sizes(from: 1, to: 100_000))
        {
            size in
            let (scene, _) = Board.assemble(items: 0)
            let calls = Cell()
            let others = (0..<size).map { _ in scene.observe(\.selection, initially: false) { _ in } }
            let count = 20_000
            let time = await nanoseconds {
                for _ in 0..<count { scene.observe(\.selection) { _ in calls.value += 1 }.cancel() }
            }
            withExtendedLifetime((scene, others)) {}
            try expect("G-bind", calls.value, count)
            return time / Double(count)
        }
    }

    private static func mutation(
        _ name: String, observers: Int, callsEach: Int,
        observe: (SceneRuntime<Board>, @escaping () -> Void, Int) -> ObservationToken
    ) async throws -> Double {
        let (scene, store) = Board.assemble(items: 0)
        let calls = Cell()
        let tokens = (0..<observers).map { observe(scene, { calls.value += 1 }, $0) }
        let count = max(10, 200_000 / observers)
        let time = await nanoseconds { for _ in 0..<count { store.execute(.tick) } }
        withExtendedLifetime((scene, tokens)) {}
        try expect(name, calls.value, callsEach * count)
        return time / Double(count)
    }
}
