import CIS

extension Workload {
    /// X6: a loop over the values of a field. Each value that it receives makes the next one. By hand: a stream that a
    /// closure of the class fills.
    static var values: [Workload] {
        [
            Workload(name: "X6", title: "value received from `values`", operations: 100_000, budget: 1.2) { count in
                Contest(
                    cis: {
                        let (scene, store) = Tally.assemble()
                        for await value in scene.values(\.count) {
                            if value == count { break }
                            store.execute(.add(1))
                        }
                        return store.state.count
                    },
                    plain: {
                        let plain = PlainTally()
                        let (values, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
                        plain.observers.append { continuation.yield($0.count) }
                        continuation.yield(0)
                        for await value in values {
                            if value == count { break }
                            plain.execute(.add(1))
                        }
                        return plain.state.count
                    }, expected: count)
            }
        ]
    }
}
