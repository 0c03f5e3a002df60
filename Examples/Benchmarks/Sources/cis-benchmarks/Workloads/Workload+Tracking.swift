import CIS
import Observation

/// X1, X2: what a screen that is drawn with the Observation framework costs. The baseline is the framework's own
/// `@Observable`, with the same fields.
extension Workload {
    static var tracking: [Workload] {
        [
            tracked("X1", "a body reads 1 of 20 numbers, it changes", 1.6) {
                $0.observed(\.f3)
            } plain: {
                $0.f3
            },
            tracked("X1w", "the same, reading the whole state", nil) {
                $0.state.f3
            } plain: {
                $0.f3
            },
            tracked("X1s", "a body reads a text, it changes", 1.6, isText: true) { scene in
                scene.observed(\.t3).utf8.count
            } plain: {
                $0.t3.utf8.count
            },
            tracked("X1all", "a body reads all 20 numbers, one changes", 1.6, operations: 5_000) {
                $0.readNumbers()
            } plain: {
                $0.readNumbers()
            },
            untracked("X1read", "a field is read, nobody tracks", 4, changes: false),
            untracked("X1un", "mutation, then a field is read, nobody tracks", 1, changes: true),
            beside("X2", "mutation, 20 others track numbers", 1) {
                $0.readNumbers()
            } plain: {
                $0.readNumbers()
            },
            beside("X2s", "mutation, 20 others track texts, arrays, structs", 1) {
                $0.readOthers()
            } plain: {
                $0.readOthers()
            },
        ]
    }

    /// Reads inside tracking, changes the value that was read, and repeats this. Both sides are invalidated each time.
    private static func tracked(
        _ name: String, _ title: String, _ budget: Double?, isText: Bool = false, operations: Int = 50_000,
        _ read: @escaping @MainActor (SceneRuntime<Panel>) -> Int,
        plain readPlainly: @escaping @MainActor (PlainPanel) -> Int
    ) -> Workload {
        Workload(name: name, title: title, operations: operations, budget: budget) { count in
            let (scene, store) = Panel.assemble()
            let plain = PlainPanel()
            let told = Tellings()
            return Contest(
                cis: {
                    let before = told.count
                    for index in 0..<count {
                        withObservationTracking {
                            consume(read(scene))
                        } onChange: {
                            told.add()
                        }
                        store.execute(isText ? .setText(texts[index & 1]) : .set(index))
                    }
                    return told.count - before
                },
                plain: {
                    let before = told.count
                    for index in 0..<count {
                        withObservationTracking {
                            consume(readPlainly(plain))
                        } onChange: {
                            told.add()
                        }
                        if isText { plain.t3 = texts[index & 1] } else { plain.f3 = index }
                    }
                    return told.count - before
                }, expected: count)
        }
    }

    /// Two texts that are too long to be stored in the string value itself.
    private static var texts: [String] {
        ["a text that is longer than fifteen bytes", "another text, of the same length or so"]
    }

    private static func untracked(_ name: String, _ title: String, _ budget: Double, changes: Bool) -> Workload {
        Workload(name: name, title: title, operations: 1_000_000, budget: budget) { count in
            let (scene, store) = Panel.assemble()
            let plain = PlainPanel()
            return Contest(
                cis: {
                    var sum = 0
                    for index in 0..<count {
                        if changes { store.execute(.set(index)) }
                        sum &+= scene.observed(\.f3) &+ 1
                    }
                    if changes { sum /= count / 2 }
                    store.execute(.set(0))
                    return sum
                },
                plain: {
                    var sum = 0
                    for index in 0..<count {
                        if changes { plain.f3 = index }
                        sum &+= plain.f3 &+ 1
                    }
                    if changes { sum /= count / 2 }
                    plain.f3 = 0
                    return sum
                }, expected: changes ? count + 1 : count)
        }
    }

    /// Twenty readers track fields that do not change, while another field changes. No reader is invalidated, on either side.
    private static func beside(
        _ name: String, _ title: String, _ budget: Double,
        _ read: @escaping @MainActor (SceneRuntime<Panel>) -> Int,
        plain readPlainly: @escaping @MainActor (PlainPanel) -> Int
    ) -> Workload {
        Workload(name: name, title: title, operations: 100_000, budget: budget) { count in
            let (scene, store) = Panel.assemble()
            let plain = PlainPanel()
            let told = Tellings()
            withObservationTracking {
                consume(read(scene))
                consume(readPlainly(plain))
            } onChange: {
                told.add()
            }
            return Contest(
                cis: {
                    for index in 0..<count { store.execute(.tick(index)) }
                    withExtendedLifetime(scene) {}
                    return told.count
                },
                plain: {
                    for index in 0..<count { plain.ticks = index }
                    return told.count
                }, expected: 0)
        }
    }
}

/// Counts the invalidations of a reader, which happen on the main actor.
final class Tellings: Sendable {
    nonisolated(unsafe) private(set) var count = 0

    func add() { count += 1 }
}
