import Foundation

#if os(Linux)
/// How long this process has lived, in milliseconds, to the nearest hundredth of a second.
func ageOfProcess() -> Double {
    let line = (try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8)) ?? ""
    // The name of the program is in brackets, and may have spaces.
    let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 19, let start = Double(fields[19]) else { return 0 }
    return milliseconds(CLOCK_BOOTTIME) - start * 1_000 / Double(sysconf(Int32(_SC_CLK_TCK)))
}

/// How much memory this process has, in megabytes.
func memoryOfProcess() -> Double {
    let words = ((try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? "").split(separator: " ")
    guard words.count > 1, let pages = Double(words[1]) else { return 0 }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_000_000
}
#else
// On other systems these two are not measured.
func ageOfProcess() -> Double { 0 }
func memoryOfProcess() -> Double { 0 }
#endif

/// `--stats`: the parts of the start of the program.
@MainActor package final class StartPhases {
    private var phases: [String] = []
    private var last: Double

    /// Call it first of all. Until then, the system has loaded the program and its libraries.
    package init() {
        last = ageOfProcess()
        phases = ["\(Int(last)) ms of loading"]
    }

    /// Call it when a part of the start has ended.
    ///
    /// - Parameter name: What the part has done.
    package func end(of name: String) {
        let now = ageOfProcess()
        phases.append("\(Int(now - last)) ms of \(name)")
        last = now
    }

    var report: String {
        let work = Int(milliseconds(CLOCK_PROCESS_CPUTIME_ID))
        return "start: \(Int(last)) ms to the first frame, \(work) ms of work, \(Int(memoryOfProcess())) MB; "
            + phases.joined(separator: ", ")
    }
}
