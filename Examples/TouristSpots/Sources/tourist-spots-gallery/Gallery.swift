import CGTK
import CIS
import CISBridge
import FollowedScene
import Foundation
import GTKKit
import PageFrontEnd
import SceneGTK
import SceneWeb
import TerminalFrontEnd
import TouristSpotsApp
import TouristSpotsScenes
import WindowFrontEnd

/// One scene in a window, in the terminal and in pages at the same time.
@MainActor final class Gallery {
    /// The address of the pages.
    var address: String { pages.address }
    private let scene: SceneRuntime<TouristSpots>
    private let pages: ScenePages
    private let followers: Followers
    private var terminal: Terminal?
    private var window: SpotsWindow?
    private let (closings, closing) = AsyncStream.makeStream(of: Never.self)

    /// - Throws: An error that is described by a sentence, if the port of the pages is not free.
    init(_ app: TouristSpotsApp, _ options: Options, _ application: UnsafeMutablePointer<GtkApplication>) throws {
        scene = app.scene()
        followers = Followers(of: scene) { TestHooks.didClose("page", isReleased: true) }
        let port = if case .web(let port) = options.host { port } else { 0 }
        pages = try startPages(
            of: BridgedApp { [followers] in BridgedScene("touristSpots") { followers.next() } }, port: port)
        // A terminal and a window draw the scene itself.
        terminal = isatty(STDOUT_FILENO) == 1 ? Terminal(scene, note: "\(pages.address)  [q] 나가기") : nil
        let window = SpotsWindow(scene, application)
        self.window = window
        connect(window.window, "destroy", on: self) { gallery in
            gallery.willRelease("window", gallery.window)
            gallery.window = nil
        }
        // This replaces the handlers of the terminal and the window: if the screen is closed in one place, it is closed
        // everywhere.
        scene.outputs?.connect(to: self) { gallery, _ in gallery.closing.finish() }
    }

    /// Returns when the user has closed the screen, has closed both the terminal and the window, or has ended the program.
    func run() async {
        if terminal == nil {
            print(address)
            fflush(nil)
        }
        let signals = onSignals { [closing] in closing.finish() }
        let drawing = Task { await drawInTerminal() }
        for await _ in closings {}
        followers.close()
        window?.close()
        terminal?.close()
        await drawing.value
        for signal in signals { signal.cancel() }
        await pages.stop()
    }

    private func drawInTerminal() async {
        guard let status = await terminal?.run() else { return }
        // Control-C ends the program, and `q` ends only this front end.
        if status == 130 { return closing.finish() }
        willRelease("terminal", terminal)
        terminal = nil
        if window != nil { print("The window and \(address) stay. Close the window to end the program.") }
    }

    /// TS-13: a front end that was closed is released. The others continue until both the terminal and the window are closed.
    private func willRelease(_ name: String, _ frontEnd: (any AnyObject & Sendable)?) {
        // This is checked in a later job, because the calls that have closed the front end hold it until they return.
        Task { [weak frontEnd] in
            TestHooks.didClose(name, isReleased: frontEnd == nil)
            if terminal == nil, window == nil { closing.finish() }
        }
    }
}
