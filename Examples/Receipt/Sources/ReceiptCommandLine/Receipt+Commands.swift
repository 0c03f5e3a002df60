import CIS
import CISWorkers
import Foundation
import ReceiptScenes
import ReceiptServices
import TerminalKit

extension Receipt {
    /// Follows commands. A toast is not an error.
    func runSession() async throws {
        if console.isInteractive { console.write("Type “help” for the commands, “quit” to end.") }
        console.write(screen.text)
        try await console.follow { command, line in
            if !console.isInteractive { console.write("> \(line)") }
            let (verb, argument) = try Verb.read(command)
            try await follow(verb, argument)
            return verb != .quit
        }
        guard console.isInteractive || !worker.quotations.isEmpty else {
            if let failure = addRequests?.state.message, !failure.isEmpty { throw notSent(failure) }  // AR-04
            throw notSent("The script ended first; to send, it needs “next” and then “request”.")
        }
    }

    private func follow(_ verb: Verb, _ argument: String) async throws {
        let (before, verbs) = screen
        guard verbs.contains(verb) else {
            let choices = verbs.map(\.rawValue).joined(separator: ", ")
            throw UsageError("“\(verb)” is not on the screen now. There are: \(choices).")
        }
        let (sent, failure) = (worker.quotations.count, addRequests?.state.failure)
        defer {
            if screen.text != before || addRequests?.state.failure != failure { console.write(screen.text) }
            for place in worker.quotations.dropFirst(sent) { console.write("[sent] \(place)") }
        }
        try await press(verb, argument)
    }

    /// Sends one request, button by button. It cannot be taken back, so nothing is sent if an image is missing.
    func send() async throws {
        var refused: [String] = []
        for (button, path) in images {
            let count = scene.state.attachedImages.count
            do {
                try await press(.attach)
                try await press(button, path)
            } catch {
                console.report(error)
                try await press(.cancel)
            }
            if scene.state.attachedImages.count == count { refused.append("“\(path)”") }
        }
        guard refused.isEmpty else {
            let count = "\(refused.count) of \(images.count) images could not be attached"
            throw notSent("\(count): \(refused.joined(separator: ", ")). Leave them out or replace them.")
        }
        try await press(.next)
        guard addRequests != nil else { throw notSent("The upload was not completed; the message above says why.") }
        try await press(.text, requests)
        try await press(.request)
        if let addRequests { throw notSent(addRequests.state.message) }  // AR-04
        for place in worker.quotations { console.write(place) }
    }

    private func notSent(_ reason: String) -> ReceiptError { ReceiptError("Not sent. \(reason)") }

    /// Carries out a verb, and returns when its actions are done.
    private func press(_ verb: Verb, _ argument: String = "") async throws {
        switch verb {
        case .attach: await scene.run(.attachTapped)  // UR-01
        case .camera:
            if modal != .camera { await scene.run(.cameraChosen) }  // UR-02
            if modal == .camera, !argument.isEmpty { try await press(.shoot, argument) }
        case .gallery:
            if modal != .gallery { await scene.run(.galleryChosen) }  // UR-03
            if modal == .gallery, !argument.isEmpty { try await press(.pick, argument) }
        case .shoot: await scene.run(.photoTaken(try await image(argument)))  // UR-05
        case .pick: await scene.run(.imagePicked(try await image(argument)))  // UR-07
        case .cancel where modal == .camera: await scene.run(.cameraCancelled)  // UR-04
        case .cancel where modal == .gallery: await scene.run(.pickerCancelled)  // UR-06
        case .cancel: await scene.run(.sheetCancelled)  // UR-11 as decided in D1
        case .next: await scene.run(.nextTapped)  // UR-08
        case .text: await addRequests?.run(.textChanged(argument))  // AR-01
        case .request:
            await addRequests?.run(.requestTapped)  // AR-02
            // The output becomes an action of the parent. Older systems start it in a job that runs before this one.
            await Task { @MainActor in }.value
        case .back: await scene.run(.addRequestsActiveChanged(false))  // UR-09, AR-06
        case .show: console.write(screen.text)
        case .help: console.write(Verb.helpText)
        case .quit: break
        }
    }

    private var modal: UploadReceipt.Modal? { scene.state.modal.value }

    /// Reads the file that replaces an image of the gallery or the camera. The encoder decides whether it is an image.
    @concurrent private func image(_ path: String) async throws -> ReceiptImage {
        var status = stat()
        _ = stat(path, &status) == 0 || lstat(path, &status) == 0  // follows links that lead somewhere
        let kinds: KeyValuePairs = [
            S_IFDIR: "folder", S_IFCHR: "device", S_IFBLK: "device", S_IFIFO: "pipe", S_IFSOCK: "socket",
            S_IFLNK: "link that leads to no file",
        ]
        if let kind = kinds.first(where: { $0.key == status.st_mode & S_IFMT }) {
            throw ReceiptError("“\(path)” is a \(kind.value). Give one JPEG or PNG file.")
        }
        guard let bytes = try DiskFiles().read(URL(filePath: path)) else {
            throw ReceiptError("“\(path)” does not exist. Check the path; it must lead to a JPEG or PNG file.")
        }
        return ReceiptImage(fileName: URL(filePath: path).lastPathComponent, bytes: Array(bytes))
    }
}
