import CIS
import Foundation
import MainQueueSupport
import Testing

/// Actions from plain blocks of a main queue that other threads serve. The tests' own main function is asynchronous,
/// so theirs is such a queue.
@MainActor
@Suite struct `Main queue served by other threads` {
    @Test(arguments: MainQueueChecks.Origin.allCases)
    func `actions of main-queue blocks begin in order, and never after they were cancelled or their scene was stopped`(
        from origin: MainQueueChecks.Origin
    ) async {
        var checks = MainQueueChecks(from: origin)
        await checks.run()
        #expect(checks.failures == [])
    }

    #if os(Linux) || os(macOS)
    @Test func `actions of main-queue blocks begin in order in a program that calls dispatchMain, too`() throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = Self.productsFolder.appending(path: "main-queue-probe")
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
        #expect(text.hasSuffix("main queue: 0 failures\n"), "\(text)")
    }

    private static var productsFolder: URL {
        #if os(macOS)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        return bundle.bundleURL.deletingLastPathComponent()
        #else
        return URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        #endif
    }
    #endif
}
