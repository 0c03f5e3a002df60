import Foundation

/// Files that a server keeps in memory: a page, its script, its style.
public struct StaticFiles: Sendable {
    private struct File: Sendable {
        let body: Data
        let type: String
        let tag: String
    }

    private var files: [String: File] = [:]

    /// Creates an empty set of files.
    public init() {}

    /// Reads all files of a folder and its subfolders. A file `index.html` is also available under the path of its folder.
    ///
    /// - Throws: An error if a file cannot be read.
    public init(folder: URL) throws {
        let root = folder.resolvingSymlinksInPath().path + "/"
        let names = FileManager.default.enumerator(
            at: folder.resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
        for case let url as URL in names ?? .init() where !url.hasDirectoryPath {
            let path = "/" + url.path.dropFirst(root.count)
            add(try Data(contentsOf: url), at: path)
        }
    }

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - body: Its bytes.
    ///   - path: The path of the file for pages, such as `/app.js`.
    public mutating func add(_ body: Data, at path: String) {
        let file = File(body: body, type: Self.type(of: path), tag: Self.tag(of: body))
        files[path] = file
        if path.hasSuffix("/index.html") { files[String(path.dropLast("index.html".count))] = file }
    }

    /// Adds a text file.
    public mutating func add(_ text: String, at path: String) {
        add(Data(text.utf8), at: path)
    }

    /// Returns the response to a request for a file, or `nil` if there is no file at its path.
    ///
    /// If the browser already has this version (`If-None-Match`), the response is 304.
    public func response(to request: WebRequest) -> WebResponse? {
        // Browsers write blanks and other letters than those of English as escapes.
        guard let file = files[request.path] ?? request.path.removingPercentEncoding.flatMap({ files[$0] }) else {
            return nil
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            return .empty(405, headers: [("Allow", "GET, HEAD")])
        }
        let headers = [("ETag", file.tag), ("Cache-Control", "no-cache")]
        let isKnown = request.headers.contains { name, value in
            name.caseInsensitiveCompare("If-None-Match") == .orderedSame && Self.names(file.tag, in: value)
        }
        if isKnown { return .empty(304, headers: headers) }
        return .bytes(file.body, type: file.type, headers: headers)
    }

    /// Whether an `If-None-Match` names a tag (RFC 9110, 13.1.2): any, or one of a list. A proxy that compresses an answer makes
    /// its tag weak, so `W/` does not count.
    private static func names(_ tag: String, in field: String) -> Bool {
        var rest = field[...]
        while true {
            rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
            if rest.first == "*" { return true }
            if rest.hasPrefix("W/") { rest = rest.dropFirst(2) }
            guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { return false }
            if rest[...end] == tag { return true }
            rest = rest[end...].dropFirst()
        }
    }

    /// Identifies a version of a file: the FNV-1a hash of its bytes. It is not suitable for secrets.
    private static func tag(of body: Data) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in body { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return "\"\(String(hash, radix: 16))-\(body.count)\""
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "json": "application/json",
        "txt": "text/plain; charset=utf-8", "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg",
        "webp": "image/webp", "ico": "image/x-icon", "woff2": "font/woff2",
    ]

    private static func type(of path: String) -> String {
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return types[ending] ?? "application/octet-stream"
    }
}
