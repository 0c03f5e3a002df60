import Foundation
import MachineSupport

/// The processor time that the body takes, on all threads of the process. Not the time that passes: on a shared machine
/// that says more about the others.
@MainActor
func nanoseconds(of body: () async -> Void) async -> Double {
    let start = processorTime()
    await body()
    return processorTime() - start
}

private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
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
