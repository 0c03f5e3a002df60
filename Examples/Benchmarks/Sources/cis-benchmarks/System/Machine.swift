import Foundation
import MachineSupport

/// The processor time that the body takes, on all threads of the process. Elapsed time would depend on the other users of a
/// shared machine.
@MainActor
func nanoseconds(of body: () async -> Void) async -> Double {
    let start = processorTime()
    await body()
    return processorTime() - start
}

/// The processor time of this process so far, in nanoseconds.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// The processor time of the processes that this one has started and waited for, in nanoseconds.
func processorTimeOfChildren() -> Double {
    var usage = rusage()
    // -1 is `RUSAGE_CHILDREN`, whose type differs between C libraries.
    getrusage(-1, &usage)
    let times = [usage.ru_utime, usage.ru_stime]
    return times.reduce(0) { $0 + Double($1.tv_sec) * 1e9 + Double($1.tv_usec) * 1e3 }
}

/// The URL of a program in the same folder as this one, if it was built.
func program(_ name: String) -> URL? {
    let url = Bundle.main.executableURL?.deletingLastPathComponent().appendingPathComponent(name)
    return url.flatMap { FileManager.default.isExecutableFile(atPath: $0.path) ? $0 : nil }
}

/// The heap use of the body, or `nil` if it cannot be counted.
@MainActor
func heapUse(of body: () async -> Void) async -> heap_use? {
    guard heap_count_is_available() != 0 else { return nil }
    heap_count_begin()
    await body()
    return heap_count_end()
}

/// Continues as a process with a single core, if the system supports this. With two cores, W5 would measure the hand-over
/// between them.
///
/// The process replaces itself, so that code that counts the cores at its start finds one. It uses the first core that it may
/// use; `taskset -c 1 …` chooses another.
func continueOnOneCore() {
    #if os(Linux)
    guard use_one_core() != 0 else { return }
    var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
    execv("/proc/self/exe", &arguments)
    // Reached only if the replacement failed. The affinity is set, but the number of cores was counted before.
    #endif
}

func printToStandardError(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}
