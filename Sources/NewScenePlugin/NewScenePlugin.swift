import Foundation
import PackagePlugin

/// `swift package new-scene`: passes the contents of the manifest to the tool, which does the work.
@main struct NewScenePlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var call = ["new-scene", "--package-path", context.package.directoryURL.path]
        for target in context.package.targets.compactMap({ $0 as? any SourceModuleTarget }) {
            let kind = target.kind == .test ? "test" : target.kind == .executable ? "executable" : "source"
            call += ["--layout", "\(kind):\(target.name):\(target.directoryURL.path)"]
        }
        if let library = Self.library(in: context.package) { call += ["--plugin-library", library] }
        let tool = try Process.run(context.tool(named: "scene-generator").url, arguments: call + arguments)
        tool.waitUntilExit()
        if tool.terminationStatus != 0 { Diagnostics.error("new-scene changed nothing.") }
    }

    /// Returns where this package finds the library. Generated packages depend on the same place.
    private static func library(in package: Package) -> String? {
        guard let library = package.dependencies.map(\.package).first(where: { $0.displayName == "swift-cis" }) else {
            return nil
        }
        switch library.origin {
        case .repository(let url, let version, let revision):
            return version.allSatisfy { $0.isNumber || $0 == "." } ? "\(url)@\(version)" : "\(url)#\(revision)"
        default: return library.directoryURL.path
        }
    }
}
