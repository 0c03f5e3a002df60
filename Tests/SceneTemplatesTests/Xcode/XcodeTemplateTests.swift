import Foundation
import SceneTemplates
import Testing

@Suite struct `Templates for Xcode` {
    private func install() -> MemoryFiles {
        let files = MemoryFiles(folders: ["/home/Library/Developer", "/home/swift-cis"])
        #expect(Sandbox(files: files).run("new-scene", "--install-xcode-templates", in: "/home").code == 0)
        return files
    }

    private static let root = "/home/Library/Developer/Xcode/Templates/CIS/"

    @Test func `there are scenes, a package, each component and tests`() {
        let folders = install().contents.keys.filter { $0.hasSuffix(".xctemplate/") }.map {
            $0.dropFirst(Self.root.count).dropLast(12)
        }
        #expect(
            folders.sorted() == [
                "CIS Assembly", "CIS Controller", "CIS Interactor", "CIS Scene (SwiftUI)", "CIS Scene (UIKit)",
                "CIS Scene Package",
                "CIS Scene Tests", "CIS Store", "CIS Vocabulary", "CIS Worker",
            ])
    }

    @Test func `each description is a property list with the scene's variables`() throws {
        let plists = install().contents.filter { $0.key.hasSuffix("TemplateInfo.plist") }
        #expect(plists.count == 10)
        for (path, text) in plists {
            let list = try #require(
                try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil) as? [String: Any],
                "\(path)")
            #expect(list["Kind"] as? String == "Xcode.IDEFoundation.TextSubstitutionFileTemplateKind")
            let options = try #require(list["Options"] as? [[String: Any]])
            #expect(options.first?["Identifier"] as? String == "productName")
            #expect(options.allSatisfy { $0["Required"] as? Bool == true && $0["Type"] as? String == "text" })
        }
    }

    @Test func `Xcode fills in each placeholder, and each variable is declared`() throws {
        let contents = install().contents
        for (path, text) in contents where !path.hasSuffix("/") && !path.hasSuffix(".plist") {
            let used = Set(text.matches(of: #/___(\w+?)(?::(\w+))?___/#).map { String($0.0) })
            #expect(
                used.isSubset(of: ["___VARIABLE_productName:identifier___", "___VARIABLE_moduleName:identifier___"]),
                "\(path)")
            #expect(used.contains("___VARIABLE_productName:identifier___"), "\(path)")
            #expect(
                !text.contains("{{") && !text.contains("//%")
                    && !text.unicodeScalars.contains { (0xE000...0xF8FF).contains($0.value) }, "\(path)")
            let folder = path.prefix(while: { _ in true }).components(separatedBy: ".xctemplate/")[0] + ".xctemplate/"
            let asks = contents[folder + "TemplateInfo.plist"]?.contains("moduleName") == true
            #expect(asks == text.contains("moduleName") || !text.contains("moduleName"), "\(path)")
        }
    }

    /// For every name, Xcode creates the same text from the template as the generator.
    @Test func `the text equals the generator's, except for what only a package has`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        let xcode = install()
        for part in ["Controller", "Interactor", "Store", "Worker", "Assembly", ""] {
            let text = xcode.text(Self.root + "CIS Scene (SwiftUI).xctemplate/___FILEBASENAME___\(part).swift") ?? ""
            let filled = text.replacing("___VARIABLE_productName:identifier___", with: "Movies")
            #expect(
                filled.replacing("internal(set)", with: "package(set)").replacing("internal var", with: "package var")
                    == sandbox["Sources/App/Movies/Movies\(part).swift"])
        }
    }

    /// It is not known yet where the package will be, so the path to the library is absolute.
    @Test func `the package, and its README, find the library from anywhere`() {
        let files = install()
        let package = Self.root + "CIS Scene Package.xctemplate/___FILEBASENAME___/"
        let manifest = files.text(package + "Package.swift") ?? ""
        #expect(manifest.contains(#".package(name: "swift-cis", path: "/home/swift-cis")"#))
        #expect(files.text(package + "README.md")?.contains("[swift-cis](/home/swift-cis)") == true)
    }

    @Test func `they are not written twice, and not without Xcode`() {
        let files = install()
        let folder = Self.root.dropLast()
        #expect(
            Sandbox(files: files).run("new-scene", "--install-xcode-templates", in: "/home").errors == [
                "error: \(folder) already has the template 'CIS Scene (SwiftUI).xctemplate', which is not overwritten.",
                "To update, remove the folders 'CIS *.xctemplate' in \(folder), and run the command again.",
            ])
        let answer = Sandbox().run("new-scene", "--install-xcode-templates")
        #expect(
            answer.errors == [
                "error: There is no /home/Library/Developer, so Xcode is not installed here.",
                "Set a folder with --to FOLDER.",
            ])
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "--install-xcode-templates", "--to", "Templates").code == 0)
        #expect(sandbox.paths("Templates").contains("CIS Store.xctemplate/TemplateInfo.plist"))
    }
}
