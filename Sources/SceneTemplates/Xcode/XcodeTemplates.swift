import Foundation

/// Creates Xcode's file templates. Each is a folder with a property list, which describes the values that Xcode asks the user
/// for.
///
/// The texts come from the same templates as generated scenes. Xcode's placeholders take the places of the names.
struct XcodeTemplates {
    /// The folder for the templates. Nil means Xcode's own.
    let folder: String?
    let environment: ToolEnvironment

    /// Takes the place of the scene's name until Xcode's placeholder does. It is one column wide, so that lines break
    /// as in Swift.
    private static let scene = "\u{E000}"
    private static let module = "\u{E001}"

    func plan() throws -> FilePlan {
        let root = try self.root()
        let files = environment.files
        // The missing folders are created with the first file, so the plan begins at the one that exists.
        var top = root
        while files.kind(of: top) == .nothing { top = FilePlan.split(top).folder }
        let prefix = String(root.dropFirst(top.count).drop { $0 == "/" })
        var plan = FilePlan(root: top)
        for (name, texts) in try templates() {
            try require(
                !files.names(in: root).contains(name),
                "\(root) already has the template '\(name)', which is not overwritten.",
                remedy: "To update, remove the folders 'CIS *.xctemplate' in \(root), and run the command again.")
            for (path, text) in texts { plan.create((prefix.isEmpty ? "" : prefix + "/") + "\(name)/\(path)", text) }
        }
        return plan
    }

    private func root() throws -> String {
        if let folder {
            return folder.hasPrefix("/") ? folder : environment.workingDirectory + "/" + folder
        }
        let developer = environment.homeDirectory + "/Library/Developer"
        try require(
            environment.files.kind(of: developer) == .directory,
            "There is no \(developer), so Xcode is not installed here.", remedy: "Set a folder with --to FOLDER.")
        return developer + "/Xcode/Templates/CIS"
    }

    /// A folder, and the paths and texts in it.
    private typealias XcodeTemplate = (name: String, files: [(path: String, text: String)])

    private func templates() throws -> [XcodeTemplate] {
        try [.swiftui, .uikit].map(scene) + [package()] + SceneComponent.parts.map(component) + [tests()]
    }

    private var text: SceneText {
        // A target in Xcode is not part of a package, so `package` access does not compile there.
        SceneText(scene: Self.scene, isTestable: true, settable: "internal")
    }

    private func scene(_ frontEnd: FrontEnd) throws -> XcodeTemplate {
        var files = try parts(text)
        if let view = frontEnd.view { files.append((name(view.suffix), try text.render(view.template))) }
        return try template(
            "CIS Scene (\(frontEnd.view?.target ?? ""))", "A scene of six parts, and what draws it.", files)
    }

    private func parts(_ text: SceneText) throws -> [(path: String, text: String)] {
        try SceneComponent.parts.map { (name($0.suffix), try text.part($0)) }
    }

    private func component(_ part: SceneComponent) throws -> XcodeTemplate {
        let title = part == .scene ? "CIS Vocabulary" : "CIS " + part.suffix
        return try template(title, "One part of a scene: \(part.rawValue).", [(name(part.suffix), try text.part(part))])
    }

    private func tests() throws -> XcodeTemplate {
        var text = text
        text.module = Self.module
        return try template(
            "CIS Scene Tests", "Tests of a scene, with a double of its worker.", testFiles(text), where: ["module"])
    }

    private func testFiles(_ text: SceneText) throws -> [(path: String, text: String)] {
        let protocols = [SourceText(try text.part(.worker), path: "the worker's template")].declarations(
            ["protocol"], named: Self.scene + "Worker")
        let worker = try require(
            protocols.first, "The worker's template declares no protocol \(Self.scene)Worker.",
            remedy: "Add it to the template.")
        return try [
            (name("WorkerDouble"), text.double(of: worker)), (name("Fixture"), text.render(.fixture)),
            (name("Tests"), text.render(.tests)),
        ]
    }

    private func package() throws -> XcodeTemplate {
        let text = SceneText(scene: Self.scene, module: Self.scene + "Scenes")
        let reference = try LibraryReference(environment.libraryDirectory, from: "/", environment.files)
        let values = [
            "frontEnd": "", "libraryPage": reference.page, "library": reference.dependency,
            "libraryName": reference.identity,
        ]
        let folder = "___FILEBASENAME___"
        let files =
            try [
                ("Package.swift", text.render(.package, values, where: ["tests", "several"])),
                ("README.md", text.render(.readMe, values, where: ["tests", "several"])),
            ] + parts(text).map { ("Sources/\(folder)Scenes/\(folder)/\($0.path)", $0.text) }
            + testFiles(text).map { ("Tests/\(folder)ScenesTests/\(folder)/\($0.path)", $0.text) }
        return try template(
            "CIS Scene Package", "A package that holds one scene and its tests.",
            files.map { ("\(folder)/\($0.0)", $0.1) })
    }

    private func name(_ suffix: String) -> String { "___FILEBASENAME___\(suffix).swift" }

    private func template(
        _ name: String, _ summary: String, _ files: [(String, String)], where conditions: Set<String> = []
    ) throws -> XcodeTemplate {
        let info = try Template.xcodeInfo.render(["summary": summary], where: conditions)
        let filled = (files + [("TemplateInfo.plist", info)]).map { path, text in
            let text = text.replacingOccurrences(of: Self.scene, with: "___VARIABLE_productName:identifier___")
            return (path, text.replacingOccurrences(of: Self.module, with: "___VARIABLE_moduleName:identifier___"))
        }
        return (name + ".xctemplate", filled)
    }
}
