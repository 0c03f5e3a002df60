import CIS
import CISTesting
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How many runs an exploration makes in a second of processor time. Printed, not checked, because machines differ.
@MainActor
@Suite(.enabled(if: getenv("CIS_MEASURE") != nil))
struct `Exploration: speed` {
    /// The processor time of this process, in seconds.
    private var time: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test(.warningsExpected) func `runs a second, by pair`() async {
        let atLeast = getenv("CIS_MEASURE").flatMap { Int(String(cString: $0)) } ?? 1_000
        var all: [Double] = []
        for pair in Pair.all {
            var (runs, explorations, first) = (0, 0, 0.0)
            let begin = time
            while runs < atLeast {
                let before = (runs, time)
                await explore(ScriptedFixture(listens: pair.listens), .init()) { test in
                    if runs == before.0 + 1 { first += time - before.1 }
                    runs += 1
                    await pair.body(test, false)
                }
                if runs == before.0 + 1 { first += time - before.1 }
                explorations += 1
            }
            all.append(Double(runs) / (time - begin))
            let f = Int(first / Double(explorations) * 1e6)
            let next = (time - begin - first) / Double(max(runs - explorations, 1))
            print(String(Int(all.last ?? 0)), runs / explorations, f, Int(next * 1e6), pair.name)
        }
        print("median", Int(all.sorted()[all.count / 2]))
    }
}
