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
            let location = try PackageLocation(arguments, in: environment)
            let rest = Array(location.arguments.dropFirst())
            switch location.arguments.first {
            case "new-scene"?: return try NewSceneCommand(location: location, environment: environment).run(rest)
            case "lint-scenes"?: return try LintScenesCommand(location: location, environment: environment).run(rest)
            case nil, "--help"?, "-h"?, "help"?:
                environment.write(HelpText.overview)
                return 0
            case let verb?:
                throw GeneratorError("'\(verb)' is not a command.", remedy: "Write new-scene \(verb), or see --help.")
            }
        } catch {
            let known = error as? GeneratorError
            environment.writeError("error: \(known?.problem ?? "\(error)")")
            if let remedy = known?.remedy { environment.writeError(remedy) }
            return arguments.contains("lint-scenes") ? 2 : 1
        }
    }
}
