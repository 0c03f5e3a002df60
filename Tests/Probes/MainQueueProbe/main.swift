import Dispatch
import Foundation
import MainQueueSupport

// The checks of main-queue blocks in a program that calls `dispatchMain()`, so that any thread serves the
// main queue. It prints what went wrong, and exits with 0 if nothing did. The tests of the library make the same checks
// in a program whose main function is asynchronous, which has the same effect.

Task { @MainActor in
    var failures: [String] = []
    for origin in MainQueueChecks.Origin.allCases {
        var checks = MainQueueChecks(from: origin)
        await checks.run()
        failures += checks.failures
    }
    for failure in failures { print(failure) }
    print("main queue: \(failures.count) failures")
    exit(failures.isEmpty ? 0 : 1)
}
dispatchMain()
