import Foundation

/// `--stats`: the figures of many frames as text.
package struct FrameReport: CustomStringConvertible {
    /// One frame, from the end of the previous one to its own end, in milliseconds.
    package struct Frame: Sendable {
        package var length = 0.0
        /// The work in functions of this program.
        package var callbacks = 0.0
        /// GTK's work, without callbacks: measuring and placing widgets.
        package var layout = 0.0
        /// GTK's work, without callbacks: drawing widgets.
        package var drawing = 0.0
        /// All other work.
        package var other = 0.0
        /// The work of other threads of this program, such as that of loading posters.
        package var threads = 0.0

        package init() {}

        /// How long the main thread worked. In the rest of the time it waited for the clock, for the display, or for a processor
        /// that others used.
        package var work: Double { callbacks + layout + drawing + other }
    }

    /// Why a frame has taken longer than two frames of a display with 60 Hz.
    package enum Cause: Sendable, CaseIterable {
        /// Without the callbacks of this program, its work would have been short enough.
        case callbacks
        /// Its work is too much even without them.
        case toolkit
        /// Its work is short enough, but other threads of this program have worked for so long that they may have taken the
        /// processor from the main thread.
        case threads
        /// Neither: other programs, and among them that of the display, had the processor.
        case programs
    }

    /// The time that a frame may take, in milliseconds: two frames at 60 Hz.
    private static let limit = 33.4
    /// How many frames are listed one by one.
    private static let listed = 5

    private let frames: [Frame]

    package init(_ frames: [Frame]) { self.frames = frames }

    package var description: String {
        guard !frames.isEmpty else { return "frames: none" }
        let causes = frames.compactMap(Self.cause)
        let counts = Cause.allCases.map { cause in causes.count { $0 == cause } }
        return """
            frames: \(frames.count)
            from frame to frame: \(summary(\.length))
            work for a frame: \(summary(\.work))
              of it in this program: \(summary(\.callbacks))
              in GTK's layout: \(summary(\.layout))
              in GTK's drawing: \(summary(\.drawing))
            work of other threads: \(summary(\.threads))
            longer than 33 ms: \(causes.count), because of this program's callbacks \(counts[0]), of GTK's work \(counts[1]), perhaps of \
            this program's threads \(counts[2]), of other programs \(counts[3])
            the longest: \(longest)
            """
    }

    /// The cause of a late frame, or `nil` for a frame in time.
    package static func cause(of frame: Frame) -> Cause? {
        guard frame.length > limit else { return nil }
        if frame.work <= limit { return frame.length - frame.threads <= limit ? .threads : .programs }
        return frame.work - frame.callbacks <= limit ? .callbacks : .toolkit
    }

    private var longest: String {
        let sorted = frames.sorted { $0.length > $1.length }.prefix(Self.listed)
        return sorted.map { frame in
            "\(text(frame.length)) (this program \(text(frame.callbacks)), layout \(text(frame.layout)), "
                + "drawing \(text(frame.drawing)), other \(text(frame.other)), threads \(text(frame.threads)))"
        }.joined(separator: ", ")
    }

    private func summary(_ part: KeyPath<Frame, Double>) -> String {
        let sorted = frames.map { $0[keyPath: part] }.sorted()
        let parts = [("median", 0.5), ("99 %", 0.99), ("longest", 1.0)].map { name, part in
            "\(name) \(text(sorted[min(Int(Double(sorted.count) * part), sorted.count - 1)])) ms"
        }
        return parts.joined(separator: ", ")
    }

    private func text(_ milliseconds: Double) -> String { String(format: "%.1f", milliseconds) }
}
