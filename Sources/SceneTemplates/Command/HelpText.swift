/// The texts of `--help`.
enum HelpText {
    static let overview = text(PackageResources.Help_txt)
    static let newScene = text(PackageResources.NewSceneHelp_txt)
    static let lintScenes = text(PackageResources.LintScenesHelp_txt)

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes.dropLast(), as: UTF8.self) }
}
