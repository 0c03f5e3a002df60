#if os(Linux)
import CISWorkers
import Foundation
import TestSupport
import Testing

/// Measures both transports in the same run for the article on networking, each in a process of its own.
@Suite(
    .serialized, .enabled(if: ProcessInfo.processInfo.environment["FIGURES"] != nil, "FIGURES is not set"),
    .enabled(if: OutsideServer.isAvailable, OutsideServer.requirement))
struct `Figures of both transports` {
    @Test func `the figures of libcurl`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            try await Figures("curl", CurlTransport()).measure()
        }
        print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
    }

    @Test func `the figures of Foundation`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            try await Figures("Foundation", URLSessionTransport()).measure()
        }
        print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
    }
}

private struct Figures {
    private let name: String
    private let transport: any HTTPTransport
    private let folder: TemporaryFolder
    /// The size of a file, in bytes.
    private let size = 200 << 20

    init(_ name: String, _ transport: any HTTPTransport) throws {
        self.name = name
        self.transport = transport
        folder = try TemporaryFolder()
        try Data().write(to: folder("content"))
        try FileHandle(forWritingTo: folder("content")).truncate(atOffset: UInt64(size))
    }

    func measure() async throws {
        let site = try await OutsideServer("--size", "\(size)", "site")
        let files = client(site.url("http"), over: transport) { $0.maximumResponseSize = size }
        _ = try await files.send(Endpoint(.get, "first", decoder: .none))
        try await report("200 MiB from a file") {
            try await files.send(Endpoint(.put, "x", body: .file(folder("content")), decoder: .none))
        }
        if let transport = transport as? CurlTransport {
            let saving = client(site.url("http"), over: transport.saving(to: folder("answer"))) {
                $0.maximumResponseSize = size
            }
            try await report("200 MiB to a file") { try await saving.send(Endpoint(.get, "large", decoder: .none)) }
        }

        let server = try LoopbackServer { request in .status(200, body: request.target) }
        let pages = client(server.url, over: transport)
        try await report("1,000 requests one after the other") { for _ in 1...1000 { _ = try await pages.page() } }
        for count in [1000, 10_000] {
            try await report("\(count) requests at once") {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 1...count { group.addTask { _ = try await pages.page() } }
                    try await group.waitForAll()
                }
            }
        }
    }

    /// Prints the duration, and the growth of the process's peak memory.
    private func report(_ what: String, _ body: () async throws -> Void) async throws {
        let before = Self.peak()
        let start = ContinuousClock.now
        try await body()
        let time = (ContinuousClock.now - start) / .milliseconds(1)
        print("\(name), \(what): \(Int(time)) ms, +\((Self.peak() - before) >> 10) MiB")
    }

    /// Returns the peak memory of this process, in KiB.
    private static func peak() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
        return line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
#endif
