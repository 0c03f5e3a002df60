import CISBridge

extension Figure {
    /// What a host receives, and what it costs while nothing happens.
    static var bridge: [Figure] {
        [
            bytes("B-field-out", "host: one field of ten changed, bytes to the host", rows: 0, budget: 200) { number in
                "{\"retitle\":{\"_0\":\(number)}}"
            },
            bytes("B-row-out", "host: one row of 10,000 changed, bytes to the host", rows: 10_000, budget: 300) {
                "{\"touch\":{\"row\":\($0 * 37 % 10_000)}}"
            },
            idle,
        ]
    }

    /// The mean of a hundred actions, from `act` to `done`.
    private static func bytes(
        _ name: String, _ title: String, rows: Int, budget: Double, _ action: @escaping (Int) -> String
    ) -> Figure {
        Figure(name: name, title: title, unit: "bytes", budget: budget) {
            let host = await TableHost(rows: rows)
            let before = host.bytes
            for number in 1...100 { await host.act(action(number), changes: true) }
            return Double(host.bytes - before) / 100
        }
    }

    private static var idle: Figure {
        Figure(
            name: "B-idle", title: "host: 1,000 sessions of three scenes, processor time of an idle second",
            unit: "µs", budget: 1_000
        ) {
            let app = TableHost.app(rows: 0)
            var hosts: [TableHost] = []
            for _ in 0..<1_000 { hosts.append(await TableHost(app, scenes: 3)) }
            // By then the sessions have finished opening.
            try await Task.sleep(for: .milliseconds(200))
            let time = try await nanosecondsOfSleep(.seconds(2))
            withExtendedLifetime(hosts) {}
            return time / 2_000
        }
    }

    private static func nanosecondsOfSleep(_ time: Duration) async throws -> Double {
        let start = processorTime()
        try await Task.sleep(for: time)
        return processorTime() - start
    }
}
