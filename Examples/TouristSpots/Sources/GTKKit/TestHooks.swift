package import CGTK
import Foundation
import SceneGTK

/// For the tests: `SPOTS_TEXT` names a file that is told what the window shows, each time that it has changed; and
/// `SPOTS_SCREENSHOT` one that gets a picture of it, each time that it is at rest.
@MainActor package enum TestHooks {
    private static let environment = ProcessInfo.processInfo.environment
    private static let texts = environment["SPOTS_TEXT"].flatMap { FileHandle(forWritingAtPath: $0) }
    private static let picture = environment["SPOTS_SCREENSHOT"]
    private static let size = environment["SPOTS_SIZE"]?.split(separator: "x").compactMap { Int32($0) } ?? []
    /// `SPOTS_SIZE`, such as 360x640.
    package static let width = size.first ?? 480
    package static let height = size.last ?? 720
    /// Until the picture: what has changed is drawn in one of the next frames.
    private static var framesLeft = 0

    /// Call it when widgets have changed.
    package static func didDraw(_ window: UnsafeMutablePointer<GtkWidget>, isAtRest: Bool) {
        texts?.write(Data("── \(visibleText(of: window))\n──\n".utf8))
        guard isAtRest, picture != nil else { return framesLeft = 0 }
        framesLeft = 20
        gtk_widget_add_tick_callback(
            window,
            { widget, _, _ in MainActor.assumeIsolated { TestHooks.nextFrame(of: widget) ? 1 : 0 } }, nil, nil)
    }

    /// Returns whether more frames are needed.
    private static func nextFrame(of widget: UnsafeMutablePointer<GtkWidget>?) -> Bool {
        guard framesLeft > 0, let widget, let picture else { return false }
        framesLeft -= 1
        if framesLeft == 0 {
            if writeScreenshot(of: widget, to: picture) {
                texts?.write(Data("picture\n".utf8))
            } else {
                framesLeft = 1  // it is being laid out
            }
        }
        return framesLeft > 0
    }
}
