import Foundation

/// The seeds of a test that throws dice: the one in `CIS_SEED` alone, to repeat a failure, else fresh ones, printed.
func seeds(_ count: Int, for law: String) -> [UInt64] {
    if let given = ProcessInfo.processInfo.environment["CIS_SEED"].flatMap(UInt64.init) { return [given] }
    let first = UInt64.random(in: 1...UInt64(UInt32.max))
    print("\(law): seeds \(first)...\(first + UInt64(count) - 1); CIS_SEED=<seed> repeats one")
    return (0..<UInt64(count)).map { first + $0 }
}
