import ClientTemplates
import Foundation

/// Writes or checks a client, and returns the exit status. The plugin runs `bridge-client-generator LANGUAGE SCHEMA OUTPUT
/// [--check]`.
func run(_ arguments: [String]) throws -> Int32 {
    guard arguments.count >= 3 else {
        throw ClientGenerator.Failure(description: "bridge-client-generator LANGUAGE SCHEMA OUTPUT [--check]")
    }
    let schema = try String(contentsOfFile: arguments[1], encoding: .utf8)
    let generator = try ClientGenerator(language: arguments[0], schemaText: schema)
    let output = arguments[2]
    guard arguments.contains("--check") else {
        // Not atomically, so that a link or a device is not replaced by a file.
        try generator.text.write(toFile: output, atomically: false, encoding: .utf8)
        print("wrote \(output)")
        return 0
    }
    let known = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
    let problems = known.isEmpty ? ["There is no such file."] : generator.staleness(of: known)
    for problem in problems { print("\(output): error: \(problem)") }
    return problems.isEmpty ? 0 : 1
}

do {
    exit(try run(Array(CommandLine.arguments.dropFirst())))
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(2)
}
