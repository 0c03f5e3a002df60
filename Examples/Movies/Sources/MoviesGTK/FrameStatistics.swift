import CGTK
import Foundation
import SceneGTK

/// `--stats`: measures how long frames take, and what the main thread does meanwhile.
@MainActor final class FrameStatistics {
    /// The figures of all frames.
    var report: FrameReport { FrameReport(frames) }
    private var frames: [FrameReport.Frame] = []
    private var frame = FrameReport.Frame()
    private var end: Double?
    private var last: (work: Double, callbacks: Double, process: Double)?

    /// Measures the frames of a clock. Frames that are measured cost a little more than others.
    ///
    /// - Parameter clock: The clock of a window. Its signals are followed after GTK has handled them.
    func follow(_ clock: OpaquePointer) {
        CallbackTime.isMeasured = true
        let clock = UnsafeMutableRawPointer(clock)
        connect(clock, "update", on: self) { $0.add(to: \.other) }
        connect(clock, "layout", on: self) { $0.add(to: \.layout) }
        connect(clock, "paint", on: self) { $0.add(to: \.drawing) }
    }

    /// Call it when a frame was drawn.
    func didDrawFrame() {
        add(to: \.other)
        let now = milliseconds(CLOCK_MONOTONIC)
        if let end {
            frame.length = now - end
            frames.append(frame)
        }
        frame = FrameReport.Frame()
        end = now
    }

    /// Adds the work since the last call to a part of the frame, and that of callbacks to theirs.
    private func add(to part: WritableKeyPath<FrameReport.Frame, Double>) {
        let now = (
            work: milliseconds(CLOCK_THREAD_CPUTIME_ID), callbacks: CallbackTime.milliseconds,
            process: milliseconds(CLOCK_PROCESS_CPUTIME_ID)
        )
        defer { last = now }
        guard let last else { return }
        let callbacks = now.callbacks - last.callbacks
        frame.callbacks += callbacks
        frame[keyPath: part] += max(now.work - last.work - callbacks, 0)
        frame.threads += max(now.process - last.process - (now.work - last.work), 0)
    }

    /// Runs code that only a measurement needs. Its work counts for no frame.
    func leavingOut(_ body: () -> Void) {
        let start = milliseconds(CLOCK_THREAD_CPUTIME_ID)
        body()
        let work = milliseconds(CLOCK_THREAD_CPUTIME_ID) - start
        last?.work += work
        last?.callbacks += work
        last?.process += work
    }

    /// Forgets all frames.
    func reset() {
        frames = []
        frame = FrameReport.Frame()
        end = nil
        last = nil
    }
}

/// The time of a clock of the system, in milliseconds.
func milliseconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
}
