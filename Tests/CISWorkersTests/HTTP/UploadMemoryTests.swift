#if os(Linux)
import CISWorkers
import Foundation
import Glibc
import TestSupport
import Testing

/// Runs in a process of its own, so that other tests do not add to its memory.
@Suite struct `Memory of uploads` {
    /// The thread sanitizer needs many times the memory of the program, and the address sanitizer keeps freed memory.
    private static let isUnderSanitizer = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil

    @Test(.disabled(if: isUnderSanitizer, "the sanitizer's memory would be counted"))
    func `an upload of 200 MiB from a file takes less than 64 MiB of memory`() async {
        await #expect(processExitsWith: .success) {
            // Half the size in a slower build. It is still more than the limit of memory.
            let size = repetitions(200, atLeast: 100) << 20
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("cis-\(UUID().uuidString)")
            #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
            defer { try? FileManager.default.removeItem(at: file) }
            let handle = try FileHandle(forWritingTo: file)
            try handle.truncate(atOffset: UInt64(size))
            try handle.close()

            for carrier in Carrier.allCases {
                let server = try LoopbackServer(.status(200))
                let client = carrier.client(server)
                _ = try await client.send(.page)
                let idle = peakMemory()
                try await client.send(Endpoint(.put, "x", body: .file(file), decoder: .none))
                let growth = peakMemory() - idle
                print(
                    "\(carrier): \(size >> 20) MiB from a file, peak memory \(growth >> 10) KiB over \(idle >> 20) MiB")
                #expect(server.requests.last?.bodySize == size)
                #expect(growth < 64 << 20)
            }
        }
    }
}

/// The peak resident size of this process in bytes: `VmHWM`.
private func peakMemory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
}
#endif
