import CGTK
import Foundation
import MoviesOptions
import MoviesScenes
import SceneGTK
package import TerminalKit

/// Carries out the options besides the window: a search at once, a picture, figures. It ends with the window.
@MainActor package final class Program {
    private let options: WindowOptions
    private let shown: MoviesWindow
    private let start: StartPhases
    private let console: Console
    private let statistics = FrameStatistics()
    private let ticks: FrameTicks
    private var work: Task<Void, Never>?
    private var frames = 0
    private var text = ""
    /// Ends the program.
    private let end: () -> Void
    /// Called for each frame while the list is scrolled through. Its time does not count for any frame.
    package var onScroll: @MainActor () -> Void = {}

    package init(
        _ options: WindowOptions, _ shown: MoviesWindow, _ console: Console = Console(),
        start: StartPhases = StartPhases(),
        end: @escaping @MainActor () -> Void
    ) {
        self.options = options
        self.shown = shown
        self.console = console
        self.start = start
        self.end = end
        ticks = FrameTicks(shown.window)
        if options.hasStatistics, let clock = gtk_widget_get_frame_clock(shown.window) { statistics.follow(clock) }
        shown.onFrame.append { [weak self] in self?.didDrawFrame() }
        connect(shown.window, "unrealize", on: self) { $0.close() }
        work = Task { await carryOut() }
    }

    /// Ends all waiting, because a closed window has no more frames.
    private func close() {
        work?.cancel()
        ticks.close()
    }

    private func didDrawFrame() {
        frames += 1
        if frames == 1, options.hasStatistics {
            start.end(of: "the first frame")
            write(start.report)
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

    private func write(_ text: String) { console.write(text) }

    // MARK: What the options request

    /// A request that cannot be fulfilled, and what to request instead.
    private struct Failure: Error, CustomStringConvertible { let description: String }

    private func carryOut() async {
        do {
            try await run()
        } catch is CancellationError {
            // The window was closed.
        } catch {
            console.note("movies-gtk: \(error)")
            exit(1)
        }
    }

    private func run() async throws {
        if let query = options.query { try await search(query) }
        if let number = options.opened { try await open(number) }
        if let file = options.screenshot {
            try await settle()
            guard writeScreenshot(of: shown.window, to: file) else {
                throw Failure(
                    description: "\(file) cannot be written. Name a file in a folder that exists and has room.")
            }
        }
        if let seconds = options.scroll { try await scroll(seconds) }
        if let seconds = options.rest { try await rest(seconds) }
        if options.screenshot != nil || options.scroll != nil || options.rest != nil { end() }
    }

    private func search(_ query: String) async throws {
        await shown.scene.run(.textChanged(query))
        if options.hasStatistics { return try await measureSearch() }
        await shown.scene.run(.searchTapped)
        try Task.checkCancellation()
    }

    /// Searches as a user would, who sees the window before typing, and measures how long that takes.
    private func measureSearch() async throws {
        while shown.preparation == nil { try await ticks.next() }
        await shown.preparation?.value
        let begun = milliseconds(CLOCK_MONOTONIC)
        let callbacks = CallbackTime.milliseconds
        var first: (time: Double, frame: Int, callbacks: Double)?
        let token = shown.scene.observe({ !$0.items.isEmpty }) { [weak self] hasFilms in
            guard let self, hasFilms, first == nil else { return }
            first = (milliseconds(CLOCK_MONOTONIC) - begun, frames, CallbackTime.milliseconds - callbacks)
        }
        await shown.scene.run(.searchTapped)
        token.cancel()
        guard let first else { return try Task.checkCancellation() }
        // The rows are in the first frame after they have come.
        while frames == first.frame { try await ticks.next() }
        write(
            "search: \(String(format: "%.1f", first.time)) ms to the first rows, of these "
                + "\(String(format: "%.1f", first.callbacks)) ms of work in the main thread")
    }

    private func open(_ number: Int) async throws {
        try await loadPages(upTo: number)
        let films = shown.scene.state.items
        guard films.indices.contains(number - 1) else {
            throw Failure(
                description:
                    "--open \(number): the list has \(films.count) films. Write the number of one of them, and "
                    + "with --search what to search for.")
        }
        await shown.scene.run(.rowTapped(films[number - 1].id))
        try Task.checkCancellation()
    }

    /// Loads pages as long as there are any, and films are missing.
    private func loadPages(upTo count: Int) async throws {
        let scene = shown.scene
        while scene.state.items.count < count {
            // The window loads pages, too.
            for await loading in scene.values(\.domainState.loading) where loading == .none { break }
            try Task.checkCancellation()
            let loads = scene.state.domainState.loads
            await scene.run(.lastRowShown)
            try Task.checkCancellation()
            // There is no other page, or it could not be loaded.
            if scene.state.domainState.loads == loads || scene.state.alert != nil { return }
        }
    }

    /// Returns when everything is drawn, and nothing moves any more.
    private func settle() async throws {
        var quiet = 0
        for _ in 0..<1_800 {
            try await ticks.next()
            quiet = shown.isAtRest ? quiet + 1 : 0
            // Scroll bars, for example, disappear a little later.
            if quiet == 20 { return }
        }
        throw Failure(description: "The window is not complete after 1800 frames. Is the service slower than that?")
    }

    /// Loads all pages, and then scrolls from the first film to the last one.
    private func scroll(_ seconds: Double) async throws {
        try await loadPages(upTo: .max)
        try await settle()
        write("films: \(shown.scene.state.items.count), memory \(Int(memoryOfProcess())) MB")
        statistics.reset()
        // As many frames as a display has in that time. If the window cannot keep up, scrolling takes longer, and no frame is
        // left out.
        let count = Int(seconds * 60)
        for frame in 1...count {
            try await ticks.next()
            let place = shown.list.adjustment
            let length = gtk_adjustment_get_upper(place) - gtk_adjustment_get_page_size(place)
            gtk_adjustment_set_value(place, length * Double(frame) / Double(count))
            statistics.leavingOut { onScroll() }
        }
        write("\(statistics.report)")
        write("memory: \(Int(memoryOfProcess())) MB")
    }

    private func rest(_ seconds: Double) async throws {
        try await settle()
        let (before, drawn) = (milliseconds(CLOCK_PROCESS_CPUTIME_ID), frames)
        try await Task.sleep(for: .seconds(seconds))
        let work = milliseconds(CLOCK_PROCESS_CPUTIME_ID) - before
        write("rest: \(frames - drawn) frames, \(String(format: "%.1f", work)) ms of work in \(seconds) s")
    }
}
