import Foundation

/// UR-31 and UR-32 over a folder: the key of an image is the file name that was asked for, its address the file
/// `objects/<key>`.
///
/// Asking again for the same name gives the same key, so a request that is repeated after a failure replaces its objects
/// and leaves none behind.
package struct FolderImageUploadService: ImageUploadService {
    private let folder: ReceiptFolder

    /// Several services may share a folder.
    package init(_ folder: ReceiptFolder) {
        self.folder = folder
    }

    @concurrent package func queryImageUploadUrls(fileNames: [String]) async throws -> UploadUrlsDTO {
        var seen: Set<String> = []
        for name in fileNames {
            if let problem = Self.problem(with: name) { throw StoreError(.badName(name, problem)) }
            guard seen.insert(name).inserted else { throw StoreError(.badName(name, "it was asked for twice")) }
        }
        return UploadUrlsDTO(uploadUrls: fileNames.map { UploadUrlDTO(uploadUrl: url(of: $0), objectKey: $0) })
    }

    @concurrent package func putImageData(to url: String, _ bytes: [UInt8]) async throws {
        try Task.checkCancellation()
        guard let file = URL(string: url), file.isFileURL, self.url(of: file.lastPathComponent) == url,
            Self.problem(with: file.lastPathComponent) == nil
        else { throw StoreError(.foreignUrl(url)) }
        try folder.write(bytes, as: file.lastPathComponent, in: .objects)
    }

    private func url(of key: String) -> String {
        URL(fileURLWithPath: folder.path(of: key, in: .objects), isDirectory: false).absoluteString
    }

    /// A key is a file name and nothing that could lead out of the folder, hide, or pass for a temporary file.
    private static func problem(with name: String) -> String? {
        if name.isEmpty { return "it is empty" }
        if name.utf8.count > 255 { return "it is longer than 255 bytes" }
        if name.hasPrefix(".") { return "it begins with a dot" }
        let isPlain = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "/" }
        return isPlain ? nil : "it has a slash or a control character in it"
    }
}
