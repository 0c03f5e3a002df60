package import CGTK
import Foundation
import SceneGTK

/// For the tests: `SPOTS_TEXT` prints what the window shows, `SPOTS_SCREENSHOT` writes a picture and ends the program.
@MainActor package enum TestHooks {
    private static let environment = ProcessInfo.processInfo.environment
    private static let size = environment["SPOTS_SIZE"]?.split(separator: "x").compactMap { Int32($0) } ?? []
    /// `SPOTS_SIZE`, such as 360x640.
    package static let width = size.first ?? 480
    package static let height = size.last ?? 720

    /// Call it when widgets have changed.
    package static func didDraw(_ window: UnsafeMutablePointer<GtkWidget>, isAtRest: Bool) {
        if environment["SPOTS_TEXT"] != nil {
            FileHandle.standardOutput.write(Data("── \(visibleText(of: window))\n──\n".utf8))
        }
        guard isAtRest, let file = environment["SPOTS_SCREENSHOT"] else { return }
        let frames = FrameUpdateCounter { if writeScreenshot(of: window, to: file) { exit(0) } else { exit(1) } }
        frames.start(window)
    }
}

/// Calls back when a few frames have been drawn.
@MainActor private final class FrameUpdateCounter {
    private var left = 20
    private let end: () -> Void

    init(_ end: @escaping () -> Void) { self.end = end }

    func start(_ widget: UnsafeMutablePointer<GtkWidget>) {
        gtk_widget_add_tick_callback(
            widget,
            { _, _, data in
                MainActor.assumeIsolated {
                    guard let data else { return 0 }
                    let counter = Unmanaged<FrameUpdateCounter>.fromOpaque(data).takeUnretainedValue()
                    counter.left -= 1
                    if counter.left == 0 { counter.end() }
                    return 1
                }
            }, Unmanaged.passRetained(self).toOpaque(),
            { data in if let data { Unmanaged<FrameUpdateCounter>.fromOpaque(data).release() } })
    }
}
