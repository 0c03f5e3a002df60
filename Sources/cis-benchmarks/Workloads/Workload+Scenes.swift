import CIS

extension Workload {
    /// W6: making and releasing.
    static var scenes: [Workload] {
        [
            making("W6", "scene made and released", budget: 6, byteBudget: 400) { Tally.assemble().scene },
            making("W6s", "store made and released", budget: 3, byteBudget: 160) { TallyStore() },
        ]
    }

    private static func making(
        _ name: String, _ title: String, budget: Double, byteBudget: Double, make: @escaping () -> AnyObject
    ) -> Workload {
        Workload(name: name, title: title, operations: 100_000, budget: budget, byteBudget: byteBudget) { count in
            let makePlain: () -> AnyObject = { PlainTally() }
            return Contest(
                cis: { releaseEach(of: count, make) }, plain: { releaseEach(of: count, makePlain) },
                expected: count, make: make, makePlain: makePlain)
        }
    }

    /// Not inlined, so that the objects are really made.
    @inline(never)
    private static func releaseEach(of count: Int, _ make: () -> AnyObject) -> Int {
        var made = 0
        for _ in 0..<count { made += UInt(bitPattern: ObjectIdentifier(make())) == 0 ? 0 : 1 }
        return made
    }
}
