import CISWorkers
import Foundation
import TestSupport
import Testing
import storage_victim

/// A child process writes values into a store, and is killed at random points.
///
/// By default there are 100 writes per store, 10 in a slower build, and 3 with the thread sanitizer. `CIS_WRITES=1000`
/// sets another number.
@Suite struct `Stores of a killed process` {
    private static let writes =
        ProcessInfo.processInfo.environment["CIS_WRITES"].flatMap(Int.init)
        ?? repetitions(100, atLeast: max(fewerWhenSanitized(10), 3))

    @Test(arguments: VictimStore.allCases)
    func `have the last confirmed value, or the one being written`(_ store: VictimStore) async throws {
        for seed in seeds(1, for: "kills of \(store)") {
            var dice = Dice(seed: seed)
            let folder = try TemporaryFolder()
            let file = folder("store")
            var tally = Tally()
            var kept = 0
            while tally.writes < Self.writes {
                let process = try ChildProcess("storage-victim", [store.rawValue, file.path, "\(kept + 1)"])
                let (output, wasAlive) = try process.kill(afterBytes: Int.random(in: 1...60, using: &dice))
                #expect(wasAlive, "seed \(seed): the child ended by itself")
                let done = kept + output.count { $0 == UInt8(ascii: "w") }
                let text = try await store.text(in: file)
                let found = text.map { Generation.number(of: $0) ?? -1 } ?? 0
                // No confirmed value is lost, and no value is torn: the store has the last confirmed value or the one
                // that was being written.
                #expect(
                    found == done || found == done + 1, "seed \(seed): \(done) were kept, found \(text ?? "nothing")")
                tally.count(done - kept, isNew: found > done)
                kept = max(found, done)
                guard found >= done else { break }
            }
            print("kills of \(store): \(tally)")
        }
    }

    private struct Tally: CustomStringConvertible {
        var writes = 0
        var kills = 0
        var new = 0

        mutating func count(_ writes: Int, isNew: Bool) {
            self.writes += writes + 1  // one was under way
            kills += 1
            if isNew { new += 1 }
        }

        var description: String {
            "\(writes) writes, \(kills) kills: \(kills - new) left the old value, \(new) the new one"
        }
    }
}
