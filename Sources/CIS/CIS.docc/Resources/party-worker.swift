import CIS

protocol GuestListWorker: AnyObject, Sendable {
    @MainActor func showToast(_ message: String)
    @concurrent func findAddress(of name: String) async -> String?
}
