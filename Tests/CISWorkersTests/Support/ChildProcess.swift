import Foundation

/// A child process, which a test can kill.
struct ChildProcess {
    private let process = Process()
    private let output = Pipe()
    private let errorOutput = Pipe()

    /// Starts a program that was built together with the tests.
    init(_ program: String, _ arguments: [String]) throws {
        process.executableURL = Self.productsFolder.appending(path: program)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = errorOutput
        try process.run()
    }

    /// Reads the given number of bytes of output, kills the process, and returns its whole output.
    ///
    /// There is no timing: the process has passed the last byte that was read, and has ended when the function returns.
    func kill(afterBytes count: Int) throws -> (output: Data, wasAlive: Bool) {
        var all = Data()
        while all.count < count {
            let next = try output.fileHandleForReading.read(upToCount: count - all.count) ?? Data()
            if next.isEmpty { break }  // it has ended by itself
            all.append(next)
        }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        all.append(try output.fileHandleForReading.readToEnd() ?? Data())
        return (all, process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
    }

    /// Waits for the end of the process, and returns its standard error.
    func errors() throws -> String {
        let data = try errorOutput.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    private static var productsFolder: URL {
        #if canImport(Darwin)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        return bundle.bundleURL.deletingLastPathComponent()
        #else
        return URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        #endif
    }
}
