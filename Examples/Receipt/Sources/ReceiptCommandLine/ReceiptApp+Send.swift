import CIS
import ReceiptServices

extension ReceiptApp {
    /// Sends one request, button by button, as a user of the screens would.
    ///
    /// All or nothing: a request cannot be taken back, so none is sent with an image missing.
    func send(_ arguments: Arguments) async throws {
        var refused: [String] = []
        for (button, path) in arguments.images {
            let count = scene.state.attachedImages.count
            do {
                try await press(.attach)
                try await press(button, path)
            } catch {
                terminal.writeError("error: \(error)")
                try await press(.cancel)
            }
            if scene.state.attachedImages.count == count { refused.append("“\(path)”") }
        }
        guard refused.isEmpty else {
            let count = "\(refused.count) of \(arguments.images.count) images could not be attached"
            throw ReceiptError(
                "Not sent. \(count): \(refused.joined(separator: ", ")). Leave them out or replace them.")
        }
        try await press(.next)
        guard addRequests != nil else {
            throw ReceiptError("Not sent. The upload was not completed; the message above says why.")
        }
        try await press(.text, arguments.requests)
        try await press(.request)
        if let addRequests { throw ReceiptError("Not sent. \(addRequests.state.message)") }  // AR-04
        for place in worker.quotations { terminal.write(place) }
    }
}
