import CIS
import CISTesting

@testable import Party

final class GuestListWorkerDouble: GuestListWorker {
    let toasts = Stub<String, Void>()
    let addresses = Stub<String, String?> { "\($0.lowercased())@example.org" }

    @MainActor func showToast(_ message: String) { toasts(message) }
    @concurrent func findAddress(of name: String) async -> String? {
        await addresses(name)
    }
}
