import Foundation

/// Returns the seeds of a randomised test: only the one in `CIS_SEED`, to repeat a failure, or otherwise new ones,
/// which are printed.
///
/// With `CIS_SEEDS=10` it returns ten times as many, for a longer run.
package func seeds(_ usualCount: Int, for law: String) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let given = environment["CIS_SEED"].flatMap(UInt64.init) { return [given] }
    let count = usualCount * max(1, environment["CIS_SEEDS"].flatMap(Int.init) ?? 1)
    let first = UInt64.random(in: 1...UInt64(UInt32.max))
    print("\(law): seeds \(first)...\(first + UInt64(count) - 1); CIS_SEED=<seed> repeats one")
    return (0..<UInt64(count)).map { first + $0 }
}
