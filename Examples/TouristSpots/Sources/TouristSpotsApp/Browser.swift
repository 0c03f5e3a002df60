import Foundation

/// The browser of the user.
package enum Browser {
    #if os(Linux)
    private static let system = "xdg-open"
    #else
    private static let system = "open"
    #endif

    /// Opens an address, and does not wait for the browser.
    ///
    /// - Returns: Whether a browser was started.
    @discardableResult
    package static func open(_ address: String, environment: [String: String]) -> Bool {
        commands(for: address, environment).contains { start($0, environment) }
    }

    /// The commands that open an address, the preferred one first: those of the variable `BROWSER`, with colons between them,
    /// and then the system's. In each, `%s` stands for the address; otherwise the address is its last word.
    package static func commands(for address: String, _ environment: [String: String]) -> [[String]] {
        let named = (environment["BROWSER"] ?? "").split(separator: ":").map {
            $0.split(separator: " ").map(String.init)
        }
        return (named + [[system]]).filter { !$0.isEmpty }.map { words in
            words.contains { $0.contains("%s") }
                ? words.map { $0.replacingOccurrences(of: "%s", with: address) } : words + [address]
        }
    }

    private static func start(_ words: [String], _ environment: [String: String]) -> Bool {
        guard let program = path(of: words[0], environment) else { return false }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = Array(words.dropFirst())
        // Only the program itself reads from the terminal and writes to it.
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return (try? process.run()) != nil
    }

    private static func path(of program: String, _ environment: [String: String]) -> String? {
        let folders = program.contains("/") ? [""] : (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/" }
        return folders.map { $0 + program }.first(where: FileManager.default.isExecutableFile)
    }
}
