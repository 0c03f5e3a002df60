import CIS
import CISInspector
package import CISWorkers
import Foundation
import ReceiptScenes
package import ReceiptServices
package import TerminalKit

/// The program: the scenes over a folder or a server, and a terminal that shows them and reads commands.
@MainActor package final class Receipt {
    package let console: Console
    package var options = ReceiptWorker.Options()
    package var files: any FileWorker = DiskFiles()
    /// Measures timeouts of requests to a server, and the pauses before a repetition.
    package var clock: any Clock<Duration> = ContinuousClock()

    enum Mode { case help, session, send }
    var mode = Mode.session
    var store = "./receipt-store"
    var server: URL?, recording: URL?
    var isTraced = false
    /// The images of `send`: the button with which each is attached, and its path.
    var images: [(button: Verb, path: String)] = []
    var requests = ""

    private(set) lazy var worker = {
        let folder = FolderService(store, files: files, makeID: options.makeUUID)
        let service = server.map { url in
            ServerService(url, clock: clock) { [console] in console.note("[upload] \($0) \($1) %") }
        }
        options.toast = { [console] in console.write("[toast] \($0)") }
        return ReceiptWorker(service: service ?? folder, photos: folder, options: options)
    }()
    private(set) lazy var scene = UploadReceipt.assemble(
        worker: RecordedUploadReceiptWorker(worker), addRequestsWorker: RecordedAddRequestsWorker(worker))
    var addRequests: SceneRuntime<AddRequests>? { scene.child(of: \.addRequests) }

    package init(_ console: Console = Console()) { self.console = console }

    /// Runs once, to the end of the request, the script or the session. The name of the program is no argument.
    package func run(_ arguments: [String]) async -> ExitCode {
        var code = ExitCode.success
        do {
            try read(arguments)
            switch mode {
            case .help: console.write(Self.help)
            case .session, .send:
                if isTraced { Trace.attach(to: scene, write: console.note) }
                defer { scene.stop() }
                try await Recorder.record(scene, to: recording) { try await mode == .send ? send() : runSession() }
            }
        } catch {
            console.report(error)
            code = ((error as? ScriptError)?.error ?? error) is UsageError ? .usage : .failure
        }
        return ExitCode(rawValue: console.exitCode(code.rawValue)) ?? code
    }
}

/// The exit codes of `receipt`. Its help explains them. The last two are those of BSD's `sysexits`.
package enum ExitCode: Int32 { case success = 0, failure = 1, usage = 64, lostOutput = 74 }
