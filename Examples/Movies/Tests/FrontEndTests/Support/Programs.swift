import Foundation

/// A program of this package that runs, and what it has written. Everything that is waited for is what it writes.
final class RunningProgram {
    private let process = Process()
    private let pipe = Pipe()
    private var output = Data()

    /// - Parameters:
    ///   - name: Of the program; one with a path is taken as it is.
    ///   - input: What it reads; then its input ends.
    ///   - seconds: After these it is ended, so that what is waited for in vain is a failure.
    init(
        _ name: String, _ arguments: [String] = [], input: String? = nil, environment: [String: String] = [:],
        seconds: Int = 60
    ) throws {
        let folder = Bundle.main.bundleURL
        process.executableURL = URL(filePath: "/usr/bin/env")
        let program = name.contains("/") ? name : folder.appending(path: name).path
        process.arguments = ["timeout", "-k", "5", "\(seconds)", program] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        let reader = input.map { _ in Pipe() }
        if let reader { process.standardInput = reader } else { process.standardInput = FileHandle.nullDevice }
        try process.run()
        if let input { try reader?.fileHandleForWriting.write(contentsOf: Data(input.utf8)) }
        try reader?.fileHandleForWriting.close()
    }

    /// Reads more. Returns `false` when the program has ended.
    private func read() -> Bool {
        let more = pipe.fileHandleForReading.availableData
        output.append(more)
        return !more.isEmpty
    }

    /// All that the program writes until it ends.
    func wholeOutput() -> String {
        while read() {}
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }

    /// The next line.
    func line() -> String {
        while !output.contains(10), read() {}
        let line = output.prefix { $0 != 10 }
        output = Data(output.dropFirst(line.count + 1))
        return String(decoding: line, as: UTF8.self)
    }

    /// What the window shows as soon as it shows all of the texts and none of the absent ones; `nil` if it ends before.
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

    /// Ends it without its knowing. What asks it to end may not reach it: who runs the tests can have blocked that.
    func kill() {
        // What `timeout` has started is in its group.
        Foundation.kill(-process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit { if process.isRunning { kill() } }
}

/// A display that nobody sees.
final class Display {
    private let server: RunningProgram
    let name: String
    /// For a program that is shown on it, and that starts no message bus: nobody would end that.
    var environment: [String: String] {
        ["DISPLAY": name, "DBUS_SESSION_BUS_ADDRESS": "disabled:", "GTK_A11Y": "none"]
    }

    init() throws {
        server = try RunningProgram("/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "1400x1000x24"], seconds: 300)
        name = ":" + server.line()
    }

    /// Moves the mouse and presses keys. The events come later, through the loop of the program.
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

/// Whether all of the programs are there.
func has(_ programs: String...) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return programs.allSatisfy { program in
        folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
}
