package import CIS
import CISWorkers
package import ReceiptScenes

/// `--trace`: prints each event of the scenes when it begins, indented below its cause.
package enum Trace {
    /// Follows the scene and its children as long as the scene exists. `write` receives one line at a time.
    @MainActor package static func attach(
        to scene: SceneRuntime<UploadReceipt>, write: @escaping @MainActor (String) -> Void
    ) {
        let sink = LogSink { entry in MainActor.assumeIsolated { write("[\(entry.name)] \(entry.text)") } }
        let logger = SceneLogger(LogWorker("trace", from: .debug, to: [sink]), detail: .summaries, layout: .indented)
        scene.attach(logger, on: scene)
        // A child exists when the observers of its parent are called. A closed child may still try to do something.
        scene.observe(\.addRequests, on: scene) { scene, _ in
            scene.child(of: \.addRequests, as: AddRequests.self)?.attach(logger, on: scene)
        }
    }
}
