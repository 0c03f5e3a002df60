import CISTesting
import CISWorkers
import Foundation
import ReceiptCommandLine
import Synchronization

/// Runs `receipt` in a folder of its own for one test, with known names and ids.
@MainActor final class Workplace {
    let path: String
    var files: any FileWorker = DiskFiles()
    /// The id of everything, in place of numbered ones.
    var id: String?

    init() throws {
        let name = "견적 요청 \(UUID().uuidString)"
        path = FileManager.default.temporaryDirectory.appending(path: name).path(percentEncoded: false)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func callAsFunction(_ name: String) -> String {
        "\(path)/\(name)"
    }

    var store: String { self("store") }

    static func sample(_ name: String) -> String {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        return tests.appending(path: "../../../Samples/\(name)").standardized.path(percentEncoded: false)
    }

    static let jpeg = sample("receipt-1.jpg")
    static let png = sample("receipt-2.png")

    func write(_ text: String, as name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: self(name)))
        return self(name)
    }

    func copy(_ sample: String, as name: String) throws -> String {
        try FileManager.default.copyItem(atPath: sample, toPath: self(name))
        return self(name)
    }

    /// Returns all files of the store.
    func stored() throws -> [String: Data] {
        var files: [String: Data] = [:]
        guard FileManager.default.fileExists(atPath: store) else { return files }
        for name in try FileManager.default.subpathsOfDirectory(atPath: store) {
            if let data = try? Data(contentsOf: URL(filePath: store).appending(path: name)) { files[name] = data }
        }
        return files
    }

    /// Runs `receipt` with this store. Ids are `uuid-1`, `uuid-2`, …; the time does not change.
    func run(_ arguments: [String], _ console: ConsoleStub) async -> ExitCode {
        let receipt = Receipt(console.terminal)
        let count = Atomic(0)
        receipt.options.now = { Date(timeIntervalSince1970: 1_700_000_000.5) }
        receipt.options.makeUUID = { [id] in
            if let id { return id }
            return "uuid-\(count.add(1, ordering: .relaxed).newValue)"
        }
        receipt.clock = ManualClock()
        receipt.files = files
        return await receipt.run(arguments + ["--store", store])
    }

    /// Runs a script.
    func follow(_ lines: String..., arguments: [String] = []) async -> (ExitCode, ConsoleStub) {
        let console = ConsoleStub(lines)
        return (await run(arguments, console), console)
    }

    /// Runs `receipt send`.
    func send(_ arguments: String...) async -> (ExitCode, ConsoleStub) {
        let console = ConsoleStub()
        return (await run(["send"] + arguments, console), console)
    }
}
