import CISWorkers
import Foundation
import TestSupport
import Testing

@Suite struct `A rotating log file` {
    private let files = MemoryFiles()
    private let file = URL(filePath: "/logs/app.log")
    private static let date = Date(timeIntervalSince1970: 0)
    /// The beginning of a line, before the text.
    private static let head = "1970-01-01T00:00:00.000Z info [t] "

    private func log(_ sink: LogSink) -> LogWorker { LogWorker("t", to: [sink], clock: .fixed(Self.date)) }

    private func content(_ name: String) -> [String] {
        let data = files.read(file.deletingLastPathComponent().appending(path: name)) ?? Data()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map {
            String($0.hasPrefix(Self.head) ? $0.dropFirst(Self.head.count) : $0)
        }
    }

    @Test func `is renamed when it is full, and the oldest is deleted`() {
        let log = log(.rotatingFile(file, maximumBytes: 2 * (Self.head.count + 2), keeping: 2, files: files))
        for number in 0..<7 { log.info("\(number)") }
        #expect(content("app.log") == ["6"])
        #expect(content("app.log.1") == ["4", "5"])
        #expect(content("app.log.2") == ["2", "3"])
        #expect(files.list(file.deletingLastPathComponent()).count == 3)
        #expect(files.info(file)?.isOwnerOnly == true)
    }

    @Test(arguments: [0, -1])
    func `without files to keep starts again`(_ keeping: Int) {
        let log = log(.rotatingFile(file, maximumBytes: Self.head.count + 2, keeping: keeping, files: files))
        for number in 0..<3 { log.info("\(number)") }
        #expect(content("app.log") == ["2"])
        #expect(files.list(file.deletingLastPathComponent()).count == 1)
    }

    @Test func `may keep all files`() {
        let log = log(.rotatingFile(file, maximumBytes: Self.head.count + 2, keeping: .max, files: files))
        for number in 0..<4 { log.info("\(number)") }
        #expect(["app.log.3", "app.log.2", "app.log.1", "app.log"].flatMap(content) == ["0", "1", "2", "3"])
    }

    @Test func `continues after a restart`() {
        let size = 2 * (Self.head.count + 2)
        for number in 0..<3 { log(.rotatingFile(file, maximumBytes: size, files: files)).info("\(number)") }
        #expect(content("app.log") == ["2"])
        #expect(content("app.log.1") == ["0", "1"])
    }

    @Test func `an entry that is too long gets its own file`() {
        let log = log(.rotatingFile(file, maximumBytes: 10, keeping: 3, files: files))
        log.info("a")
        log.info("b")
        #expect(content("app.log") == ["b"])
        #expect(content("app.log.1") == ["a"])
    }

    @Test func `counts entries that could not be written, and continues`() async throws {
        let disk = ModelDisk()
        // Every step of the second and the third line fails.
        let full = DiskFiles(driver: disk)
        let sink = LogSink.rotatingFile(file, files: full)
        log(sink).info("one")
        disk.content.withLock { $0.fault = .crash(at: 0) }
        log(sink).info("two")
        log(sink).info("three")
        disk.content.withLock { $0.fault = .none }
        log(sink).info("four")
        log(sink).info("five")
        let bytes = try #require(try full.read(file))
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(
            lines.map { $0.replacingOccurrences(of: Self.head, with: "") } == [
                "one", "… 2 lines could not be written here", "four", "five",
            ])
    }

    @Test(arguments: [0, 1, 10])
    func `the note of lost lines is a separate line, also after an incomplete one`(bytes: Int) throws {
        let disk = ModelDisk()
        let files = DiskFiles(driver: disk)
        let sink = LogSink.rotatingFile(file, files: files)
        log(sink).info("one")
        // One step opens the file, and one writes each byte. The next step fails.
        disk.content.withLock { $0.fault = .crash(at: $0.steps + 1 + bytes) }
        log(sink).info("two")
        disk.content.withLock { $0.fault = .none }
        log(sink).info("three")
        let torn = bytes > 0 ? String((Self.head + "two").prefix(bytes)) + "\n" : ""
        let note = "… 1 line could not be written here\n"
        #expect(try text(files) == "\(Self.head)one\n\(torn)\(note)\(Self.head)three\n")
    }

    @Test func `an incomplete line of an ended process is completed by the next`() throws {
        let disk = ModelDisk()
        let files = DiskFiles(driver: disk)
        try files.append(Data("torn".utf8), to: file, access: .ownerOnly)
        log(.rotatingFile(file, files: files)).info("one")
        #expect(try text(files) == "torn\n\(Self.head)one\n")
    }

    private func text(_ files: DiskFiles) throws -> String {
        String(decoding: try files.read(file) ?? Data(), as: UTF8.self)
    }

    @Test func `a hundred writers neither mix nor lose lines`() async throws {
        let folder = try TemporaryFolder()
        let log = log(.rotatingFile(folder("app.log"), maximumBytes: 5000, keeping: 1000))
        _ = await onThreads(100) { thread in
            for number in 0..<10 { log.info("\(thread) \(number) end") }
        }
        var lines: [String] = []
        for info in try DiskFiles().list(folder.url) {
            #expect(info.size <= 5000)
            lines += String(decoding: try DiskFiles().read(info.file) ?? Data(), as: UTF8.self).split(separator: "\n")
                .map(String.init)
        }
        #expect(Set(lines) == Set((0..<1000).map { Self.head + "\($0 / 10) \($0 % 10) end" }))
        #expect(lines.count == 1000)
    }
}
