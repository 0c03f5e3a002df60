import Testing

@testable import Party

final class GuestListWorkerStub: GuestListWorker {
    private let addresses: [String: String]
    @MainActor private(set) var toasts: [String] = []

    init(addresses: [String: String] = [:]) { self.addresses = addresses }

    func showToast(_ message: String) { toasts.append(message) }
    @concurrent func findAddress(of name: String) async -> String? {
        addresses[name]
    }
}
