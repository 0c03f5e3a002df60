import Foundation

/// The dependency on the library, for a manifest.
struct LibraryReference {
    /// The line in the list of dependencies.
    let dependency: String
    /// The name of the library's package in `.product(name:package:)`.
    let identity: String
    /// The link for the README.
    let page: String

    /// - Parameters:
    ///   - text: A path, or a URL with `@version` or `#revision`. The plugin always adds one of them.
    ///   - package: The folder of the package with the dependency. A path is written relative to it.
    init(_ text: String, from package: String, _ files: any FileSystem) throws {
        guard text.contains("://") || text.hasPrefix("git@") else {
            let path = Self.relative(files.resolved(text), from: package)
            dependency = ".package(name: \"swift-cis\", path: \"\(Self.escaped(path))\")"
            identity = "swift-cis"
            page = path.replacingOccurrences(of: " ", with: "%20")
            return
        }
        // The `@` after a user's name, as in `git@host:owner/package`, comes before the path, so it is not found.
        let start = text.range(of: "://")?.upperBound ?? text.range(of: ":")?.upperBound ?? text.startIndex
        let path = text[start...].firstIndex(of: "/") ?? start
        let mark = try require(
            text[path...].dropLast().lastIndex { $0 == "@" || $0 == "#" },
            "'\(text)' does not say which version of the library.",
            remedy: "Write @1.0.0 or #REVISION at its end.")
        page = String(text[..<mark])
        identity = Self.lastName(of: page)
        let version = Self.escaped(String(text[text.index(after: mark)...]))
        let kind = text[mark] == "@" ? "from" : "revision"
        dependency = ".package(url: \"\(Self.escaped(page))\", \(kind): \"\(version)\")"
    }

    /// Returns the name of the library's package in the products of an existing manifest.
    ///
    /// - Parameters:
    ///   - library: A path, or a URL with `@version` or `#revision`.
    ///   - root: The folder of the manifest.
    static func name(of library: String, in root: String, _ files: any FileSystem) -> String {
        let manifest = (try? files.read(root + "/Package.swift")) ?? ""
        // If the manifest has a product of the library already, its name is used.
        if let product = manifest.firstMatch(of: #/\.product\(\s*name:\s*"CIS\w*",\s*package:\s*"([^"]+)"/#) {
            return String(product.1)
        }
        let dependency = manifest.matches(
            of: #/\.package\(\s*(?:name:\s*"([^"]+)",\s*)?(?:path|url):\s*"([^"]+)"/#
        ).first { dependency in
            let place = String(dependency.2)
            guard !place.contains("://"), !place.hasPrefix("git@") else {
                return library == place || library.hasPrefix(place + "@") || library.hasPrefix(place + "#")
            }
            return files.resolved(place.hasPrefix("/") ? place : root + "/" + place) == files.resolved(library)
        }
        guard let dependency else { return "swift-cis" }
        return String(dependency.1 ?? Substring(lastName(of: String(dependency.2))))
    }

    /// Returns SwiftPM's name for the package at a place.
    private static func lastName(of place: String) -> String {
        let last = place.split(separator: "/").last.map(String.init) ?? place
        return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
    }

    /// Returns the path relative to the folder. Both are absolute. The path stays absolute if they share only the root.
    private static func relative(_ path: String, from folder: String) -> String {
        let target = path.split(separator: "/")
        let base = folder.split(separator: "/")
        let shared = zip(target, base).prefix { $0 == $1 }.count
        guard shared > 0 else { return path }
        let steps = Array(repeating: "..", count: base.count - shared) + target[shared...]
        return steps.isEmpty ? "." : steps.joined(separator: "/")
    }
}
