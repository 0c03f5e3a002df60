import CIS
import Observation
import TestSupport
import Testing

/// For random states and random commits, a reader is invalidated exactly when the value that it has read changes.
@MainActor
@Suite struct `Tracking tells exactly those whose value has changed` {
    /// One field: how it is read with `observed`, how it is observed if possible, and when it counts as changed.
    private struct Field {
        let track: (FieldsScene) -> Void
        var observe: ((FieldsScene, @escaping () -> Void) -> ObservationToken)?
        let isSame: (Fields.State, Fields.State) -> Bool
        /// Whether a reader may be invalidated although the value has not changed. Code of the client is not called.
        var runsCode = false

        /// A field with `==`.
        @MainActor
        init<Value: Equatable>(_ path: KeyPath<Fields.State, Value>) {
            self.init(path, isSame: { $0 == $1 })
            observe = { scene, changed in scene.runtime.observe(path, initially: false) { _ in changed() } }
        }

        /// A field without `==`.
        @MainActor
        init<Value>(_ path: KeyPath<Fields.State, Value>, isSame: @escaping (Value, Value) -> Bool) {
            track = { _ = $0.runtime.observed(path) }
            self.isSame = { isSame($0[keyPath: path], $1[keyPath: path]) }
        }

        /// The same, as a field whose value is computed by the client.
        func running() -> Field {
            var field = self
            field.runsCode = true
            return field
        }
    }

    private var fields: [Field] {
        [
            Field(\.flag), Field(\.small), Field(\.medium), Field(\.large), Field(\.real), Field(\.wide),
            Field(\.wide.high),
            Field(\.choice), Field(\.optional), Field(\.text), Field(\.numbers), Field(\.numbers.count),
            Field(\.sum).running(),
            Field(\.domainState.total), Field(\.domainState.items), Field(\.[row: 1]).running(), Field(\.name),
            Field(\.payload), Field(\.table), Field(\.table["a"]),
            Field(\.object, isSame: ===), Field(\.uncomparable) { $0.value == $1.value },
        ]
    }

    private typealias Change = @Sendable (inout Fields.State) -> Void

    /// Returns a change of one field. It may set an equal value.
    private func change(_ dice: inout Dice) -> Change {
        let number = Int.random(in: 0...2, using: &dice)
        let changes: [Change] = [
            { $0.flag = number == 0 }, { $0.small = UInt16(number) }, { $0.medium = Int32(number) },
            { $0.large = number },
            { $0.real = Double(number) }, { $0.wide.low = number }, { $0.wide.high = number },
            { $0.choice = number == 0 ? .first : .second }, { $0.optional = number == 0 ? nil : number },
            { $0.text = String(repeating: "텍스트", count: number * 3) },
            { $0.numbers = Array(repeating: 1, count: number) },
            { if !$0.numbers.isEmpty { $0.numbers[0] = number } }, { $0.numbers.append(number) },
            { $0.domainState.total = number }, { $0.domainState.items = [number] }, { _ in },
            { $0.name = Fields.Name(["a", "A", "b"][number]) }, { $0.table["a"] = number }, { $0.table["b"] = number },
            { $0.table = number == 0 ? [:] : ["a": number, "b": 1] }, { $0.object = number == 0 ? .first : .second },
            { $0.payload = [.none, .number(number), .text(String(repeating: "텍스트", count: 5))][number] },
            { $0.uncomparable.value = number },
        ]
        return changes[Int.random(in: 0..<changes.count, using: &dice)]
    }

    @Test(arguments: [true, false])
    func `in 10,000 random programs, observed and observe alike`(showsReaders: Bool) {
        let fields = self.fields
        for seed in seeds(repetitions(10_000, atLeast: 200), for: "tracking") {
            var dice = Dice(seed: seed)
            let scene = FieldsScene()
            if !showsReaders { scene.runtime.assumeThatReadsAreTracked() }
            let told = Shared<Set<Int>>([])
            let called = Shared<Set<Int>>([])
            let tokens = fields.indices.compactMap { index in
                fields[index].observe?(scene) { called.value.insert(index) }
            }
            var tracked: Set<Int> = []
            for _ in 0..<8 {
                for _ in 0..<3 {
                    let index = Int.random(in: 0..<fields.count, using: &dice)
                    guard tracked.insert(index).inserted else { continue }
                    withObservationTracking {
                        fields[index].track(scene)
                    } onChange: {
                        MainActor.assumeIsolated { _ = told.value.insert(index) }
                    }
                }
                let before = scene.store.state
                let changes = (0..<Int.random(in: 1...3, using: &dice)).map { _ in change(&dice) }
                scene.store.change { state in for change in changes { change(&state) } }
                let after = scene.store.state
                let changed = Set(fields.indices.filter { !fields[$0].isSame(before, after) })
                #expect(called.value == changed.filter { fields[$0].observe != nil }, "seed \(seed)")
                let atMost = changed.union(fields.indices.filter { fields[$0].runsCode }).intersection(tracked)
                #expect(told.value.isSuperset(of: changed.intersection(tracked)), "seed \(seed)")
                #expect(told.value.isSubset(of: atMost), "seed \(seed)")
                tracked.subtract(told.value)
                told.value = []
                called.value = []
            }
            withExtendedLifetime(tokens) {}
        }
    }
}
