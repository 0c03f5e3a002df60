import Foundation
import GatherServer
import Synchronization
import Testing

extension ServerTests {
    /// Kills the program while clients write, and starts it again: 5 times, 200 times with `ORDERS=10000`, or as often as the
    /// environment variable `KILLS` says.
    @Suite struct KillTests {
        private static let kills: Int = {
            let numbers = ProcessInfo.processInfo.environment.compactMapValues { Int($0) }
            return numbers["KILLS"] ?? ((numbers["ORDERS"] ?? 0) >= 10_000 ? 200 : 5)
        }()

        /// The requests that clients have sent, and the confirmed ones among them.
        private final class Record: Sendable {
            struct State {
                var asked: Set<String> = []
                var confirmed: Set<String> = []
            }

            private let state = Mutex(State())
            var all: State { state.withLock { $0 } }
            func asks(_ name: String) { state.withLock { _ = $0.asked.insert(name) } }
            /// - Returns: The number of confirmed requests.
            func confirms(_ name: String) -> Int {
                state.withLock { state in
                    state.confirmed.insert(name)
                    return state.confirmed.count
                }
            }
        }

        @Test func `FG-API-07 nothing that was confirmed is lost on SIGKILL, and nothing is there twice`() async throws
        {
            let seed = UInt64.random(in: 1...(.max))
            var dice = Dice(seed: seed)
            try await withFolder { folder in
                let file = folder.appending(path: "g").path
                var confirmed = 0
                for round in 1...Self.kills {
                    let process = try await ServerProcess(["--database", file])
                    let user = try await Client(port: process.port).registered("user-\(round)")
                    let record = Record()
                    let last = Int.random(in: 1...60, using: &dice)
                    await withTaskGroup { group in
                        for writer in 1...8 {
                            group.addTask { await Self.write(as: "\(writer)", user, process, record, until: last) }
                        }
                    }
                    #expect(await process.end(SIGKILL) == 128 + SIGKILL)

                    let again = try await ServerProcess(["--database", file])
                    let names = try await Client(port: again.port, token: user.token).players().map(\.name)
                    let (found, said) = (Set(names), record.all)
                    #expect(names.count == found.count, "seed \(seed), round \(round): some are there twice")
                    #expect(said.confirmed.isSubset(of: found), "seed \(seed), round \(round): some are lost")
                    #expect(found.isSubset(of: said.asked), "seed \(seed), round \(round): some were never asked for")
                    confirmed += said.confirmed.count
                    #expect(await again.end(SIGTERM) == 0)
                }
                let database = try await SQLiteDatabase(file)
                let check = try await database.read { try $0.run("PRAGMA integrity_check").map(\.values) }
                #expect(check == [[.string("ok")]])
                await database.close()
                print(
                    "kills of gather-server: \(Self.kills), after \(confirmed) confirmed writes (seed \(seed))"
                )
            }
        }

        /// Adds players until the program has ended. The client that receives the last confirmation kills the program.
        private static func write(
            as writer: String, _ user: Client, _ process: ServerProcess, _ record: Record, until last: Int
        ) async {
            for number in 1... {
                let name = "\(writer)-\(number)"
                record.asks(name)
                let answer = await user.ask("POST", "/api/players", json: #"{"name": "\#(name)"}"#)
                guard answer.status == 201 else { return }
                if record.confirms(name) == last { process.kill() }
            }
        }
    }
}

/// SplitMix64, a generator that gives the same numbers for the same seed.
private struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
