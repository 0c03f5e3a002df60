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

/// The processor time of this process so far, in nanoseconds.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// The processor time of the processes that this one has started and waited for, in nanoseconds.
func processorTimeOfChildren() -> Double {
    var usage = rusage()
    // RUSAGE_CHILDREN, which has another type in each C library.
    getrusage(-1, &usage)
    let times = [usage.ru_utime, usage.ru_stime]
    return times.reduce(0) { $0 + Double($1.tv_sec) * 1e9 + Double($1.tv_usec) * 1e3 }
}

/// The program beside this one, if it was built.
func program(_ name: String) -> URL? {
    let url = Bundle.main.executableURL?.deletingLastPathComponent().appendingPathComponent(name)
    return url.flatMap { FileManager.default.isExecutableFile(atPath: $0.path) ? $0 : nil }
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
