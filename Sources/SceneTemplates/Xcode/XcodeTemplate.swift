import Foundation

/// One folder among Xcode's file templates.
struct XcodeTemplate {
    let name: String
    let summary: String
    /// Path in the folder, and text.
    let files: [(String, String)]
    /// Whether the person is asked which module holds the scene.
    let asksForModule: Bool

    /// The property list that Xcode reads.
    var info: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
            <key>Kind</key>
            <string>Xcode.IDEFoundation.TextSubstitutionFileTemplateKind</string>
            <key>Description</key>
            <string>\(Self.escaped(summary))</string>
            <key>Summary</key>
            <string>\(Self.escaped(summary))</string>
            <key>SortOrder</key>
            <string>1</string>
            <key>DefaultCompletionName</key>
            <string>Movies</string>
            <key>Platforms</key>
            <array>
                <string>com.apple.platform.iphoneos</string>
                <string>com.apple.platform.macosx</string>
            </array>
            <key>Options</key>
            <array>
        \(options)
            </array>
        </dict>
        </plist>

        """
    }

    private var options: String {
        var options = [option("productName", "Scene:", "The scene's name, such as Movies", "Movies")]
        if asksForModule {
            options.append(option("moduleName", "Module:", "The module that holds the scene", "Scenes"))
        }
        return options.joined(separator: "\n")
    }

    private func option(_ identifier: String, _ name: String, _ description: String, _ value: String) -> String {
        """
                <dict>
                    <key>Identifier</key>
                    <string>\(identifier)</string>
                    <key>Required</key>
                    <true/>
                    <key>Name</key>
                    <string>\(Self.escaped(name))</string>
                    <key>Description</key>
                    <string>\(Self.escaped(description))</string>
                    <key>Type</key>
                    <string>text</string>
                    <key>Default</key>
                    <string>\(Self.escaped(value))</string>
                </dict>
        """
    }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;")
    }
}
