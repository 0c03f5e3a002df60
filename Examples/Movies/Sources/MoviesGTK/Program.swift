import CGTK
import Foundation
import MoviesOptions
import MoviesScenes
import SceneGTK

/// Does what the options request besides the window: a search at once, a picture, figures.
@MainActor package final class Program {
    private let options: WindowOptions
    private let shown: MoviesWindow
    private let statistics = FrameStatistics()
    private let check: PosterCheck
    private var frames = 0
    private var text = ""
    /// Ends the program.
    private let end: () -> Void

    package init(_ options: WindowOptions, _ shown: MoviesWindow, end: @escaping @MainActor () -> Void) {
        self.options = options
        self.shown = shown
        self.end = end
        check = PosterCheck(films: options.options.films)
        shown.onFrame.append { [weak self] in self?.didDrawFrame() }
        Task { await run() }
    }

    private func didDrawFrame() {
        frames += 1
        if frames == 1, options.hasStatistics {
            let work = Int(milliseconds(CLOCK_PROCESS_CPUTIME_ID))
            write(
                "start: \(Int(ageOfProcess())) ms to the first frame, \(work) ms of work, \(Int(memoryOfProcess())) MB")
        }
        if options.hasStatistics { statistics.didDrawFrame() }
        if options.hasText { writeText() }
    }

    private func writeText() {
        let now = visibleText(of: shown.window, inView: true)
        guard now != text else { return }
        text = now
        write("── \(now)\n──")
    }

    private func write(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

    // MARK: What the options request

    private func run() async {
        if let query = options.query { await search(query) }
        if let number = options.opened, shown.scene.state.items.indices.contains(number - 1) {
            await shown.scene.run(.rowTapped(shown.scene.state.items[number - 1].id))
        }
        if let file = options.screenshot {
            await settle()
            guard writeScreenshot(of: shown.window, to: file) else {
                FileHandle.standardError.write(Data("movies-gtk: \(file) cannot be written.\n".utf8))
                exit(1)
            }
        }
        if let seconds = options.scroll { await scroll(seconds) }
        if let seconds = options.rest { await rest(seconds) }
        if options.screenshot != nil || options.scroll != nil || options.rest != nil { end() }
    }

    private func search(_ query: String) async {
        await shown.scene.run(.textChanged(query))
        let start = milliseconds(CLOCK_MONOTONIC)
        let first = Task { @MainActor [shown] in
            for await items in shown.scene.values(\.items) where !items.isEmpty { break }
            return milliseconds(CLOCK_MONOTONIC)
        }
        await shown.scene.run(.searchTapped)
        guard options.hasStatistics, !shown.scene.state.items.isEmpty else { return first.cancel() }
        let drawn = FrameTicks(shown.window)
        await drawn.next()
        write("search: \(String(format: "%.1f", await first.value - start)) ms to the first rows")
    }

    /// Returns when everything is drawn, or after 600 frames.
    private func settle() async {
        let ticks = FrameTicks(shown.window)
        var quiet = 0
        for _ in 0..<600 where quiet < 20 {
            await ticks.next()
            quiet = shown.isAtRest ? quiet + 1 : 0
        }
    }

    /// Loads all pages, and then scrolls from the first film to the last one.
    private func scroll(_ seconds: Double) async {
        while shown.scene.state.domainState.hasMorePages, shown.scene.state.alert == nil {
            let page = shown.scene.state.domainState.currentPage
            await shown.scene.run(.lastRowShown)
            // Nothing was searched for, or the service has sent the same page again.
            if shown.scene.state.domainState.currentPage == page { break }
        }
        await settle()
        write("films: \(shown.scene.state.items.count), memory \(Int(memoryOfProcess())) MB")
        statistics.reset()
        let ticks = FrameTicks(shown.window)
        // As many frames as a display has in that time. If the window cannot keep up, scrolling takes longer, and no frame is
        // left out.
        let count = Int(seconds * 60)
        for frame in 1...count {
            await ticks.next()
            let place = shown.list.adjustment
            let length = gtk_adjustment_get_upper(place) - gtk_adjustment_get_page_size(place)
            gtk_adjustment_set_value(place, length * Double(frame) / Double(count))
            guard options.options.configuration == nil else { continue }
            statistics.leavingOut { check.look(at: shown.list.rows) }
        }
        write(statistics.report)
        write("posters: \(check.compared) looked at, \(check.wrong) on the wrong row")
        write("memory: \(Int(memoryOfProcess())) MB")
    }

    private func rest(_ seconds: Double) async {
        await settle()
        let (before, drawn) = (milliseconds(CLOCK_PROCESS_CPUTIME_ID), frames)
        try? await Task.sleep(for: .seconds(seconds))
        let work = milliseconds(CLOCK_PROCESS_CPUTIME_ID) - before
        write("rest: \(frames - drawn) frames, \(String(format: "%.1f", work)) ms of work in \(seconds) s")
    }
}

/// Waits for the frames of a window.
@MainActor private final class FrameTicks {
    private var waiting: CheckedContinuation<Void, Never>?
    private let widget: UnsafeMutablePointer<GtkWidget>
    private var callback: guint = 0

    init(_ widget: UnsafeMutablePointer<GtkWidget>) {
        self.widget = widget
    }

    /// Waits until the next frame begins.
    func next() async {
        await withCheckedContinuation { continuation in
            waiting = continuation
            gtk_widget_add_tick_callback(
                widget,
                { _, _, data in
                    guard let data else { return 0 }
                    let ticks = Unmanaged<FrameTicks>.fromOpaque(data).takeUnretainedValue()
                    MainActor.assumeIsolated {
                        ticks.waiting?.resume()
                        ticks.waiting = nil
                    }
                    return 0
                }, Unmanaged.passRetained(self).toOpaque(),
                { data in if let data { Unmanaged<FrameTicks>.fromOpaque(data).release() } })
        }
    }
}
