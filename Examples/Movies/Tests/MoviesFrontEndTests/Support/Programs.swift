import Foundation

/// Runs a program of this package, and reads its output. Tests wait only for output, never for time.
final class RunningProgram {
    private let process = Process()
    private let pipe = Pipe()
    private var output = Data()
    private let errorFile = FileManager.default.temporaryDirectory.appending(path: "errors-\(UUID().uuidString)")

    /// - Parameters:
    ///   - name: The name of a program of this package, or the path of another program.
    ///   - arguments: The arguments.
    ///   - input: The whole input of the program.
    ///   - environment: Further environment variables.
    ///   - seconds: The program is ended after this time, so that a test that waits in vain fails.
    ///   - file: The standard output, instead of a pipe that the test reads.
    init(
        _ name: String, _ arguments: [String] = [], input: String? = nil, environment: [String: String] = [:],
        seconds: Int = 60, output file: FileHandle? = nil
    ) throws {
        let folder = Bundle.main.bundleURL
        process.executableURL = URL(filePath: "/usr/bin/env")
        let program = name.contains("/") ? name : folder.appending(path: name).path
        process.arguments = ["timeout", "-k", "5", "\(seconds)", program] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        if let file { process.standardOutput = file } else { process.standardOutput = pipe }
        try Data().write(to: errorFile)
        process.standardError = try FileHandle(forWritingTo: errorFile)
        let reader = input.map { _ in Pipe() }
        if let reader { process.standardInput = reader } else { process.standardInput = FileHandle.nullDevice }
        try process.run()
        if let input { try reader?.fileHandleForWriting.write(contentsOf: Data(input.utf8)) }
        try reader?.fileHandleForWriting.close()
    }

    /// Reads more output. Returns `false` when the program has ended.
    private func read() -> Bool {
        let more = pipe.fileHandleForReading.availableData
        output.append(more)
        return !more.isEmpty
    }

    /// Returns everything that the program writes until it ends.
    func wholeOutput() -> String {
        while read() {}
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }

    /// What the program has written to its standard error, such as messages of GTK.
    var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

    /// Returns the next line of the output; `nil` if the program has ended before it has written one.
    func line() -> String? {
        while !output.contains(10) { guard read() else { return nil } }
        let line = output.prefix { $0 != 10 }
        output = Data(output.dropFirst(line.count + 1))
        return String(decoding: line, as: UTF8.self)
    }

    /// Waits until the window shows all of the texts and none of the absent ones.
    ///
    /// - Returns: Whether it does, and the text of the window. `false` if the program ends before.
    func shown(_ texts: [String], absent: [String] = []) -> (isShown: Bool, text: String) {
        while true {
            let all = String(decoding: output, as: UTF8.self)
            let last = all.components(separatedBy: "── ").last ?? ""
            if last.hasSuffix("\n──\n"), texts.allSatisfy(last.contains), !absent.contains(where: last.contains) {
                return (true, last)
            }
            guard read() else { return (false, last) }
        }
    }

    var status: Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Kills the program. Another signal might not end it, because the program that runs the tests may have blocked that signal.
    func kill() {
        // `timeout` and the program that it has started are in one process group.
        Foundation.kill(-process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit {
        if process.isRunning { kill() }
        try? FileManager.default.removeItem(at: errorFile)
    }
}

/// A virtual display.
final class Display {
    private let server: RunningProgram
    let name: String
    /// The environment of a program on this display. The program must not start a message bus, because it would never end. A
    /// warning of GTK ends the program, and memory that was freed is overwritten, so that it cannot be used by luck.
    var environment: [String: String] {
        [
            "DISPLAY": name, "DBUS_SESSION_BUS_ADDRESS": "disabled:", "GTK_A11Y": "none", "G_DEBUG": "fatal-warnings",
            "MALLOC_PERTURB_": "165", "GSETTINGS_BACKEND": "memory", "GSK_RENDERER": "cairo",
        ]
    }

    init() throws {
        server = try RunningProgram(
            "/usr/bin/Xvfb", ["-displayfd", "1", "-noreset", "-screen", "0", "1400x1000x24"], seconds: 300)
        name = ":" + (server.line() ?? "")
    }

    /// Moves the mouse and presses keys. The program receives the events later, in its event loop.
    func press(_ events: String...) throws {
        let xdotool = Process()
        xdotool.executableURL = URL(filePath: "/usr/bin/env")
        xdotool.arguments = ["xdotool"] + events
        xdotool.environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": name]) { $1 }
        try xdotool.run()
        xdotool.waitUntilExit()
    }

    func end() { server.kill() }
}

/// Returns whether all of the programs are installed.
func has(_ programs: String...) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return programs.allSatisfy { program in
        folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
}
