/// The commands `new-scene` and `lint-scenes`.
package enum SceneGenerator {
    /// Runs a command.
    ///
    /// - Parameters:
    ///   - arguments: The verb and what follows it.
    ///   - environment: The folder, the file system, and where lines of text go.
    /// - Returns: The exit code: 0; 1 when nothing was done or the lint has found something; 2 when the lint could not look.
    package static func run(_ arguments: [String], in environment: ToolEnvironment) -> Int32 {
        do {
            let location = try PackageLocation(arguments, in: environment)
            let rest = Array(location.arguments.dropFirst())
            switch location.arguments.first {
            case "new-scene"?: return try NewSceneCommand(location, environment).run(rest)
            case "lint-scenes"?: return try LintScenesCommand(location, environment).run(rest)
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
