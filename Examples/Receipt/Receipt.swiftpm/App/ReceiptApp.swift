import Accessibility
import Foundation
import Observation
import ReceiptServices
import SwiftUI

/// The app: the screens in SwiftUI, or with the launch argument `--uikit` in UIKit.
@main struct ReceiptApp: App {
    private let toasts = Toasts()

    var body: some Scene {
        WindowGroup {
            if CommandLine.arguments.contains("--uikit") {
                UIKitScreens(worker: toasts.worker).overlay(alignment: .bottom) { ToastView(toasts: toasts) }
            } else {
                UploadReceiptView(worker: toasts.worker).overlay(alignment: .bottom) { ToastView(toasts: toasts) }
            }
        }
    }
}

/// UR-29: the message at the lower edge, for some seconds.
@MainActor @Observable final class Toasts {
    private(set) var text: String?

    /// The worker of both scenes. Requests go to a folder in the app's documents. The system itself asks for permission when
    /// the camera opens; the picker of photos needs none.
    @ObservationIgnored private(set) lazy var worker = {
        var options = ReceiptWorker.Options()
        options.toast = { [weak self] in self?.show($0) }
        let folder = FolderService(NSHomeDirectory() + "/Documents", makeID: options.makeUUID)
        return ReceiptWorker(service: folder, photos: folder, options: options)
    }()

    /// Hides the message. A new one, also with the same text, begins to wait anew.
    @ObservationIgnored private var hiding: Task<Void, Never>?

    private func show(_ text: String) {
        self.text = text
        AccessibilityNotification.Announcement(text).post()
        hiding?.cancel()
        hiding = Task {
            try? await Task.sleep(for: .seconds(3))
            if !Task.isCancelled { self.text = nil }
        }
    }
}

private struct ToastView: View {
    let toasts: Toasts

    var body: some View {
        if let text = toasts.text {
            Text(text).padding().background(.thinMaterial).padding()
        }
    }
}
