import Foundation
import MachineSupport

/// The time that passes while the body runs.
@MainActor
func nanoseconds(of body: () async -> Void) async -> Double {
    let clock = ContinuousClock()
    let duration = await clock.measure { await body() }
    let (seconds, attoseconds) = duration.components
    return Double(seconds) * 1e9 + Double(attoseconds) * 1e-9
}

/// What the body asks of the heap, or `nil` where that cannot be counted.
@MainActor
func heapUse(of body: () async -> Void) async -> heap_use? {
    guard heap_count_is_available() != 0 else { return nil }
    heap_count_begin()
    await body()
    return heap_count_end()
}

/// Goes on as a process that has one core, if the system has a way: with two, what W5 measures is how cores hand over.
///
/// The process replaces itself, so that whatever counts the cores at its start counts one. The core is the first of those
/// that it may use: `taskset -c 1 …` chooses another.
func continueOnOneCore() {
    #if os(Linux)
    guard use_one_core() != 0 else { return }
    var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
    execv("/proc/self/exe", &arguments)
    // Only reached if that is not possible: the affinity holds, the number of cores was counted before.
    #endif
}

func printToStandardError(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}
