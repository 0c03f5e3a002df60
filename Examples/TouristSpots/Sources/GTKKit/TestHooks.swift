package import CGTK
import Foundation
import SceneGTK

/// Hooks for tests. `SPOTS_TEXT` names a file to which the text of the window is written each time it has changed, and which
/// front ends were closed.
/// `SPOTS_SCREENSHOT` names a file to which a picture of the window is written each time the window is at rest.
@MainActor package enum TestHooks {
    private static let environment = ProcessInfo.processInfo.environment
    private static let texts = environment["SPOTS_TEXT"].flatMap { FileHandle(forWritingAtPath: $0) }
    private static let picture = environment["SPOTS_SCREENSHOT"]
    private static let size = environment["SPOTS_SIZE"]?.split(separator: "x").compactMap { Int32($0) } ?? []
    /// The size of the window comes from `SPOTS_SIZE`, such as 360x640.
    package static let width = size.first ?? 480
    package static let height = size.last ?? 720
    /// The number of frames until the picture. A change is drawn in one of the next frames.
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

    /// Call it when a front end was closed and should have been released.
    package static func didClose(_ frontEnd: String, isReleased: Bool) {
        texts?.write(Data("\(frontEnd) \(isReleased ? "released" : "still alive")\n".utf8))
    }

    /// Returns whether more frames are needed.
    private static func nextFrame(of widget: UnsafeMutablePointer<GtkWidget>?) -> Bool {
        guard framesLeft > 0, let widget, let picture else { return false }
        framesLeft -= 1
        if framesLeft == 0 {
            if writeScreenshot(of: widget, to: picture) {
                texts?.write(Data("picture\n".utf8))
            } else {
                framesLeft = 1  // the window is still being laid out
            }
        }
        return framesLeft > 0
    }
}
