import Foundation
import PackagePlugin

/// `swift package bridge-clients --language python --product my-app [--output scenes.py] [--check]`: builds a program of the
/// package, runs it to print its schema, and runs the tool that writes the client.
@main struct BridgeClientsPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var extractor = ArgumentExtractor(arguments)
        let language = extractor.extractOption(named: "language").first ?? "typescript"
        let isCheck = extractor.extractFlag(named: "check") > 0
        let output = extractor.extractOption(named: "output").first
        let programs = context.package.products(ofType: ExecutableProduct.self).map(\.name)
        let named = extractor.extractOption(named: "product").first
        // A misspelled `--check` must not write the file.
        guard extractor.remainingArguments.isEmpty else {
            let unknown = extractor.remainingArguments.joined(separator: " ")
            return Diagnostics.error("bridge-clients does not know \(unknown)")
        }
        guard let product = named ?? programs.first, programs.contains(product) else {
            return Diagnostics.error("Name a program of the package: --product \(programs.joined(separator: " | "))")
        }
        let schema = context.pluginWorkDirectoryURL.appending(path: "schema.json")
        guard try writeSchema(of: product, to: schema) else {
            return Diagnostics.error("\(product) has not printed its schema for `--bridge schema`.")
        }
        let names = ["python": "scenes.py", "typescript": "scenes.d.ts", "javascript": "scenes.js", "c": "scenes.h"]
        let file = context.package.directoryURL.appending(path: output ?? names[language] ?? "scenes")
        let call = [language, schema.path, file.path] + (isCheck ? ["--check"] : [])
        let tool = try Process.run(context.tool(named: "bridge-client-generator").url, arguments: call)
        tool.waitUntilExit()
        if tool.terminationStatus != 0 {
            Diagnostics.error(
                "bridge-clients: \(tool.terminationStatus == 1 ? "outdated" : "nothing was written or checked")")
        }
    }

    private func writeSchema(of product: String, to file: URL) throws -> Bool {
        let build = try packageManager.build(.product(product), parameters: .init())
        guard build.succeeded, let program = build.builtArtifacts.first(where: { $0.kind == .executable }) else {
            Diagnostics.error(build.logText)
            return false
        }
        try Data().write(to: file)
        let process = Process()
        process.executableURL = program.url
        process.arguments = ["--bridge", "schema"]
        process.standardOutput = try FileHandle(forWritingTo: file)
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
