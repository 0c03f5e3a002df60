import CIS

extension Workload {
    /// W6: making and releasing.
    static var scenes: [Workload] {
        [
            making("W6", "scene made and released", budget: 6, byteBudget: 400) { Tally.assemble().scene },
            making("W6s", "store made and released", budget: 3, byteBudget: 160) { TallyStore() },
        ]
    }

    static func making(
        _ name: String, _ title: String, budget: Double?, byteBudget: Double?, make: @escaping () -> AnyObject
    ) -> Workload {
        Workload(name: name, title: title, operations: 100_000, budget: budget, byteBudget: byteBudget) { count in
            let makePlain: () -> AnyObject = { PlainTally() }
            return Contest(
                cis: { makeAndRelease(count, make) }, plain: { makeAndRelease(count, makePlain) },
                expected: count, make: make, makePlain: makePlain)
        }
    }

    /// All live at once, as `live` in the report weighs them.
    @inline(never)
    private static func makeAndRelease(_ count: Int, _ make: () -> AnyObject) -> Int {
        var made: [AnyObject] = []
        made.reserveCapacity(count)
        for _ in 0..<count { made.append(make()) }
        return made.count
    }
}
