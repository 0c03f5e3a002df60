import CIS
import Foundation

extension BridgedApp {
    /// Handles the program's command-line arguments for the bridge.
    ///
    /// | argument | what is done |
    /// |---|---|
    /// | `--bridge stdio` | serves the program that has started this one, as ``serveStandardStreams()`` does |
    /// | `--bridge schema` | prints ``schemaText`` |
    ///
    /// ```swift
    /// if await !app.serve(arguments: CommandLine.arguments) { runTheUsualProgram() }
    /// ```
    ///
    /// - Parameter arguments: The arguments, with the name of the program.
    /// - Returns: Whether there was such an argument. If not, the function does nothing.
    public func serve(arguments: [String]) async -> Bool {
        guard let index = arguments.firstIndex(of: "--bridge"), index + 1 < arguments.count else { return false }
        switch arguments[index + 1] {
        case "stdio": await serveStandardStreams()
        case "schema": print(schemaText)
        default: return false
        }
        return true
    }
}
