import CIS
import Observation
import TestSupport
import Testing

/// For random states and random commits a reader is told exactly of a change of the value that it has read.
@MainActor
@Suite struct `Tracking tells exactly those whose value has changed` {
    /// One field: how it is read with `observed`, how it is observed, and what it is worth as text.
    private struct Field {
        let track: (FieldsScene) -> Void
        let observe: (FieldsScene, @escaping () -> Void) -> ObservationToken
        let text: (Fields.State) -> String

        @MainActor
        init<Value: Equatable>(_ path: KeyPath<Fields.State, Value>) {
            track = { _ = $0.runtime.observed(path) }
            observe = { scene, changed in scene.runtime.observe(path, initially: false) { _ in changed() } }
            text = { "\($0[keyPath: path])" }
        }
    }

    private var fields: [Field] {
        [
            Field(\.flag), Field(\.small), Field(\.medium), Field(\.large), Field(\.real), Field(\.wide),
            Field(\.wide.high),
            Field(\.choice), Field(\.optional), Field(\.text), Field(\.numbers), Field(\.numbers.count), Field(\.sum),
            Field(\.domainState.total), Field(\.domainState.items), Field(\.[row: 1]),
        ]
    }

    private typealias Change = @Sendable (inout Fields.State) -> Void

    /// A change of one field, which may leave it as it was.
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
            let tokens = fields.indices.map { index in
                fields[index].observe(scene) { called.value.insert(index) }
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
                let changed = Set(fields.indices.filter { fields[$0].text(before) != fields[$0].text(after) })
                #expect(called.value == changed, "seed \(seed)")
                #expect(told.value == changed.intersection(tracked), "seed \(seed)")
                tracked.subtract(told.value)
                told.value = []
                called.value = []
            }
            withExtendedLifetime(tokens) {}
        }
    }
}
