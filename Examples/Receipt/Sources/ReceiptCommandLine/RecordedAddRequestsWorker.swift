// Written by `swift package new-scene AddRequests --recorded-worker TARGET`, and written again by it: put what you
// add into another file.

import CISInspector
import ReceiptScenes

/// Passes calls on to the worker of ``AddRequests``, and records them while a `Recorder` records the scene.
///
/// Functions that are neither `async` nor on the main actor, and plain properties, are only passed on.
final class RecordedAddRequestsWorker: AddRequestsWorker {
    private let worker: any AddRequestsWorker

    init(_ worker: any AddRequestsWorker) {
        self.worker = worker
    }

    @MainActor func requestCreateQuotation(objectKeys: [String], requests: String) async throws {
        try await Recorder.call(
            "requestCreateQuotation", of: "AddRequestsWorker", ["objectKeys": objectKeys, "requests": requests]
        ) {
            try await worker.requestCreateQuotation(objectKeys: objectKeys, requests: requests)
        }
    }

    @MainActor func text(of error: any Error) -> String {
        Recorder.call("text", of: "AddRequestsWorker", ["error": error]) { worker.text(of: error) }
    }
}
