/// The commands `new-scene` and `lint-scenes`.
package enum SceneGenerator {
    /// Runs a command.
    ///
    /// - Parameters:
    ///   - arguments: The verb and its arguments.
    ///   - environment: The folder, the file system and the output.
    /// - Returns: The exit code: 0 for success, 1 for an error or findings of the lint, 2 if the lint could not run.
    package static func run(_ arguments: [String], in environment: ToolEnvironment) -> Int32 {
        do {
            return try runCommand(arguments, in: environment)
        } catch {
            let known = error as? GeneratorError
            environment.writeError("error: \(known?.problem ?? "\(error)")")
            if let remedy = known?.remedy { environment.writeError(remedy) }
            return arguments.contains("lint-scenes") ? 2 : 1
        }
    }

    private static func runCommand(_ arguments: [String], in environment: ToolEnvironment) throws -> Int32 {
        let location = try PackageLocation(arguments, in: environment)
        let rest = Array(location.arguments.dropFirst())
        let isHelp = rest.contains("--help") || rest.contains("-h")
        let help: [UInt8]
        switch location.arguments.first {
        case "new-scene"? where !isHelp:
            return try NewSceneCommand(location: location, environment: environment).run(rest)
        case "lint-scenes"? where !isHelp:
            return try LintScenesCommand(location: location, environment: environment).run(rest)
        case "new-scene"?: help = PackageResources.NewSceneHelp_txt
        case "lint-scenes"?: help = PackageResources.LintScenesHelp_txt
        case nil, "--help"?, "-h"?, "help"?: help = PackageResources.Help_txt
        case let verb?:
            throw GeneratorError("'\(verb)' is not a command.", remedy: "Write new-scene \(verb), or see --help.")
        }
        environment.write(String(decoding: help.dropLast(), as: UTF8.self))
        return 0
    }
}
