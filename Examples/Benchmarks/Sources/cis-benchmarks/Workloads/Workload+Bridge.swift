import CIS
import Foundation

extension Workload {
    /// B: a host in the same process, bytes to bytes, beside Foundation's coders for the same action and state.
    static var bridge: [Workload] {
        [
            acts("B-act", "host: action with an empty handler", 20_000, rows: 0, budget: 3, nothing),
            acts("B-field", "host: one field of ten changed", 20_000, rows: 0, budget: 5, retitle),
            acts("B-row", "host: one row of 10,000 changed", 200, rows: 10_000, budget: 0.05) { number in
                ("{\"touch\":{\"row\":\(number * 37 % 10_000)}}", true)
            },
            opening,
            floor("F-act", "least program for B-act: Foundation's coders and two tasks", nothing),
            floor("F-field", "least program for B-field: the same, and one field is compared", retitle),
        ] + bridgeSessions
    }

    private static func nothing(_ number: Int) -> (text: String, changes: Bool) { (#"{"nothing":{}}"#, false) }
    private static func retitle(_ number: Int) -> (text: String, changes: Bool) {
        ("{\"retitle\":{\"_0\":\(number)}}", true)
    }

    /// - Parameter budget: The ratio to decoding the action and encoding the whole state.
    private static func acts(
        _ name: String, _ title: String, _ operations: Int, rows: Int, budget: Double,
        _ action: @escaping (Int) -> (text: String, changes: Bool)
    ) -> Workload {
        Workload(name: name, title: title, operations: operations, budget: budget) { count in
            let host = await TableHost(rows: rows)
            let plain = PlainTable(rows: rows)
            return Contest(
                cis: {
                    for number in 0..<count {
                        let (text, changes) = action(number)
                        await host.act(text, changes: changes)
                    }
                    return count
                },
                plain: { (0..<count).reduce(0) { $0 + plain.act(action($1).text) } }, expected: count)
        }
    }

    /// The least work of any app for a host, beside the same baseline.
    private static func floor(
        _ name: String, _ title: String, _ action: @escaping (Int) -> (text: String, changes: Bool)
    ) -> Workload {
        Workload(name: name, title: title, operations: 20_000) { count in
            let host = LeastHost()
            let plain = PlainTable(rows: 0)
            return Contest(
                cis: {
                    for number in 0..<count {
                        let (text, changes) = action(number)
                        await host.act(text, changes: changes)
                    }
                    return count
                },
                plain: { (0..<count).reduce(0) { $0 + plain.act(action($1).text) } }, expected: count)
        }
    }

    /// A list of 10,000 rows opened in full.
    private static var opening: Workload {
        Workload(name: "B-open", title: "host: 10,000 rows opened", operations: 10, budget: 1.5) { count in
            let plain = PlainTable(rows: 10_000)
            return Contest(
                cis: {
                    for _ in 0..<count { _ = await TableHost(rows: 10_000) }
                    return count
                },
                plain: { (0..<count).reduce(0) { sum, _ in sum + plain.act(#"{"nothing":{}}"#) } }, expected: count)
        }
    }
}

/// The baseline: for each action it decodes the action, changes the state, and encodes the whole state.
@MainActor
private final class PlainTable {
    private var state: BridgedTable.State
    private let decoder = JSONDecoder()
    private let encoder = JSONEncoder()

    init(rows: Int) {
        state = BridgedTable.State(rows: (0..<rows).map { BridgedTable.Row(id: $0) })
    }

    func act(_ text: String) -> Int {
        guard let action = try? decoder.decode(BridgedTable.Action.self, from: Data(text.utf8)) else { return 0 }
        switch action {
        case .nothing: break
        case .retitle(let title): state.title = title
        case .touch(let row): state.rows[row].touches += 1
        }
        return (try? encoder.encode(state)) == nil ? 0 : 1
    }
}
