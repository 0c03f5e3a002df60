import CGTK
import CIS
import CISBridge
import Foundation
import PageFrontEnd
import SceneGTK
import SceneWeb
import TerminalFrontEnd
import TouristSpotsApp
import TouristSpotsScenes
import WindowFrontEnd

/// One scene in a window, in the terminal and in pages at the same time.
@MainActor final class Gallery {
    private let scene: SceneRuntime<TouristSpots>
    private let terminal: Terminal?
    private let pages: ScenePages
    private let followers: Followers
    private var window: SpotsWindow?
    private let (closings, closing) = AsyncStream.makeStream(of: Never.self)

    /// - Parameter port: The port of the page. If it is `nil`, any free port is used, and a browser is opened.
    /// - Throws: An error that is described by a sentence, if the port is not free.
    init(_ app: TouristSpotsApp, port: Int?, _ application: UnsafeMutablePointer<GtkApplication>) throws {
        scene = app.scene()
        followers = Followers(of: scene)
        pages = try startPages(
            of: BridgedApp { [followers] in BridgedScene("touristSpots") { followers.next() } }, port: port ?? 0)
        // A terminal and a window draw the scene itself.
        terminal = isatty(STDOUT_FILENO) == 1 ? Terminal(scene, note: pages.address) : nil
        let window = SpotsWindow(scene, application)
        self.window = window
        if port == nil { gtk_show_uri(gtk_as_window(window.window), pages.address, UInt32(GDK_CURRENT_TIME)) }
        connect(window.window, "destroy", on: self) { gallery in
            gallery.window = nil
            gallery.closing.finish()
        }
        // This replaces the handlers of the terminal and the window: if the screen is closed in one place, it is closed
        // everywhere.
        scene.outputs?.connect(to: self) { gallery, _ in gallery.closing.finish() }
    }

    /// Waits until the user closes the screen in one place. Then closes it everywhere.
    func run() async {
        if terminal == nil {
            print(pages.address)
            fflush(nil)
        }
        let drawing = Task {
            guard let terminal else { return }
            _ = await terminal.run()
            closing.finish()
        }
        for await _ in closings {}
        followers.close()
        window?.close()
        terminal?.close()
        await drawing.value
        await pages.stop()
    }
}

/// The scenes of the pages.
@MainActor private final class Followers {
    private struct Follower { weak var store: FollowedSpotsStore? }

    private let scene: SceneRuntime<TouristSpots>
    private var followers: [Follower] = []

    init(of scene: SceneRuntime<TouristSpots>) { self.scene = scene }

    /// Creates the scene for a new page.
    func next() -> SceneRuntime<FollowedSpots> {
        followers.removeAll { $0.store == nil }
        let store = FollowedSpotsStore(scene.state, worker: scene)
        followers.append(Follower(store: store))
        return FollowedSpots.assemble(store, following: scene)
    }

    /// Closes the screen in all pages.
    func close() {
        for follower in followers { follower.store?.execute(.closed) }
    }
}
