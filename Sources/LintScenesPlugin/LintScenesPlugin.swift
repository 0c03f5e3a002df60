import Foundation
import PackagePlugin

/// `swift package lint-scenes`: tells the tool what the manifest says, and lets it read. It writes nothing.
@main struct LintScenesPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var call = ["lint-scenes", "--package-path", context.package.directoryURL.path]
        for target in context.package.targets.compactMap({ $0 as? any SourceModuleTarget }) {
            let kind = target.kind == .test ? "test" : target.kind == .executable ? "executable" : "source"
            call += ["--layout", "\(kind):\(target.name):\(target.directoryURL.path)"]
        }
        let tool = try Process.run(context.tool(named: "scene-generator").url, arguments: call + arguments)
        tool.waitUntilExit()
        switch tool.terminationStatus {
        case 0: break
        case 1: Diagnostics.error("lint-scenes has something to report.")
        default: Diagnostics.error("lint-scenes could not look at the scenes.")
        }
    }
}
