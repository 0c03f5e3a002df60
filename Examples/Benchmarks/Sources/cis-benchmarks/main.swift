import Benchmarking
import Foundation

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    let benchmarks = Benchmarks(options)
    switch (options.showsHelp, options.lists) {
    case (true, _): print(Options.help)
    case (_, true): print(benchmarks.list)
    default:
        // Under a profiler the process must not be replaced.
        if options.loop == nil { continueOnOneCore() }
        if try await !benchmarks.run() { exit(1) }
    }
} catch let error as UsageError {
    printToStandardError("cis-benchmarks: \(error)")
    exit(2)
} catch {
    printToStandardError("cis-benchmarks: \(error)")
    exit(1)
}
