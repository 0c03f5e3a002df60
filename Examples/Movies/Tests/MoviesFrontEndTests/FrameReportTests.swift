import MoviesGTK
import Testing

/// `--stats` names the cause of each late frame.
@Suite struct FrameReportTests {
    private func frame(
        _ length: Double, callbacks: Double = 0, layout: Double = 0, drawing: Double = 0, threads: Double = 0
    )
        -> FrameReport.Frame
    {
        var frame = FrameReport.Frame()
        (frame.length, frame.callbacks, frame.layout) = (length, callbacks, layout)
        (frame.drawing, frame.threads) = (drawing, threads)
        return frame
    }

    @Test func `a late frame is counted once, for the program, for GTK, for threads or for other programs`() {
        #expect(FrameReport.cause(of: frame(33, callbacks: 33)) == nil)
        #expect(FrameReport.cause(of: frame(40, callbacks: 35)) == .callbacks)
        #expect(FrameReport.cause(of: frame(40, callbacks: 5, layout: 20, drawing: 10)) == .callbacks)
        #expect(FrameReport.cause(of: frame(50, callbacks: 5, layout: 25, drawing: 10)) == .toolkit)
        #expect(FrameReport.cause(of: frame(90, callbacks: 10, layout: 10, drawing: 10, threads: 50)) == .programs)
        #expect(FrameReport.cause(of: frame(90, callbacks: 10, layout: 10, drawing: 10, threads: 60)) == .threads)
    }

    @Test func `the report has medians and the longest frames with their parts`() {
        let frames = [
            frame(10, callbacks: 1), frame(20, callbacks: 2), frame(60, callbacks: 3, layout: 40, drawing: 5),
        ]
        let report = "\(FrameReport(frames))".split(separator: "\n").map(String.init)
        #expect(report.first == "frames: 3")
        #expect(report.contains("from frame to frame: median 20.0 ms, 99 % 60.0 ms, longest 60.0 ms"), "\(report)")
        #expect(report.contains("  of it in this program: median 2.0 ms, 99 % 3.0 ms, longest 3.0 ms"))
        #expect(
            report.contains(
                "longer than 33 ms: 1, because of this program's callbacks 0, of GTK's work 1, perhaps of this program's threads 0, of other programs 0"
            ))
        #expect(
            report.last?.hasPrefix(
                "the longest: 60.0 (this program 3.0, layout 40.0, drawing 5.0, other 0.0, threads 0.0), 20.0")
                == true)
        #expect("\(FrameReport([]))" == "frames: none")
    }
}
