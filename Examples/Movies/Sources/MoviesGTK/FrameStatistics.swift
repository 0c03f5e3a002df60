import CGTK
import Foundation

/// `--stats`: measures how long frames take, by the frame clock of the window.
@MainActor final class FrameStatistics {
    /// One frame, in milliseconds: the time since the end of the previous frame, and how long the main thread worked in that
    /// time. In the rest of the time it waited for the clock, or for a processor that other programs used.
    struct Frame {
        let length: Double
        let work: Double
    }

    private(set) var frames: [Frame] = []
    private var last: (time: Double, work: Double)?

    /// Call it when a frame was drawn.
    func didDrawFrame() {
        let now = (time: milliseconds(CLOCK_MONOTONIC), work: milliseconds(CLOCK_THREAD_CPUTIME_ID))
        defer { last = now }
        if let last { frames.append(Frame(length: now.time - last.time, work: now.work - last.work)) }
    }

    /// Runs code that only a measurement needs. Its work counts for no frame.
    func leavingOut(_ body: () -> Void) {
        let start = milliseconds(CLOCK_THREAD_CPUTIME_ID)
        body()
        last?.work += milliseconds(CLOCK_THREAD_CPUTIME_ID) - start
    }

    /// Forgets all frames.
    func reset() {
        frames = []
        last = nil
    }

    var report: String {
        guard !frames.isEmpty else { return "frames: none" }
        let late = frames.filter { $0.length > 33.4 }
        return """
            frames: \(frames.count)
            from frame to frame: \(summary(frames.map(\.length)))
            work for a frame: \(summary(frames.map(\.work)))
            longer than 33 ms: \(late.count), of these with more than 33 ms of work: \(frames.filter { $0.work > 33 }.count)
            """
    }

    private func summary(_ values: [Double]) -> String {
        let sorted = values.sorted()
        let parts = [("median", 0.5), ("99 %", 0.99), ("longest", 1.0)].map { name, part in
            let value = sorted[min(Int(Double(sorted.count) * part), sorted.count - 1)]
            return "\(name) \(String(format: "%.1f", value)) ms"
        }
        return parts.joined(separator: ", ")
    }
}

/// The time of a clock of the system, in milliseconds.
func milliseconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
}

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
