/// The commands `new-scene` and `lint-scenes`.
package enum SceneGenerator {
    /// Runs a command.
    ///
    /// - Parameters:
    ///   - arguments: The verb and what follows it.
    ///   - surroundings: The folder, the file system, and where lines of text go.
    /// - Returns: The exit code: 0; 1 when nothing was done or the lint has found something; 2 when the lint could not look.
    package static func run(_ arguments: [String], in surroundings: Surroundings) -> Int32 {
        do {
            let location = try PackageLocation(arguments, in: surroundings)
            let rest = Array(location.arguments.dropFirst())
            switch location.arguments.first {
            case "new-scene"?: return try NewSceneCommand(location, surroundings).run(rest)
            case "lint-scenes"?: return try LintScenesCommand(location, surroundings).run(rest)
            case nil, "--help"?, "-h"?, "help"?:
                surroundings.write(HelpText.overview)
                return 0
            case let verb?:
                throw GeneratorError("'\(verb)' is not a command.", remedy: "Write new-scene \(verb), or see --help.")
            }
        } catch {
            let known = error as? GeneratorError
            surroundings.complain("error: \(known?.problem ?? "\(error)")")
            if let remedy = known?.remedy { surroundings.complain(remedy) }
            return arguments.contains("lint-scenes") ? 2 : 1
        }
    }
}
