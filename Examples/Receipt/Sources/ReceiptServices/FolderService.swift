import Foundation
package import ReceiptScenes

/// UR-31 to UR-33 over a folder: the key of an image is the file name that was asked for, its address the file
/// `objects/<key>`, and every request becomes one file `quotations/<id>.json`.
///
/// Asking again for the same name gives the same key, so a request that is repeated after a failure replaces its objects
/// and leaves none behind.
package struct FolderService: ReceiptService {
    private let folder: ReceiptFolder
    private let makeID: @Sendable () -> String

    package init(_ folder: ReceiptFolder, makeID: @escaping @Sendable () -> String) {
        self.folder = folder
        self.makeID = makeID
    }

    @concurrent package func queryImageUploadUrls(fileNames: [String]) async throws -> [ImageUploadUrl] {
        var seen: Set<String> = []
        for name in fileNames {
            if let problem = Self.problem(with: name) { throw ReceiptError.badName(name, problem) }
            guard seen.insert(name).inserted else { throw ReceiptError.badName(name, "it was asked for twice") }
        }
        return fileNames.map { ImageUploadUrl(uploadUrl: url(of: $0), objectKey: $0) }
    }

    @concurrent package func putImageData(to url: String, _ bytes: [UInt8]) async throws {
        try Task.checkCancellation()
        let name = URL(string: url)?.lastPathComponent ?? ""
        guard Self.problem(with: name) == nil, self.url(of: name) == url else { throw ReceiptError.foreignUrl(url) }
        try folder.write(bytes, as: name, in: .objects)
    }

    @concurrent package func mutateCreateQuotation(
        uploadUrlObjectKeys: [String], requests: String?
    ) async throws -> String {
        try Task.checkCancellation()
        let id = makeID()
        // By hand: an encoder would put the keys in any order, and leave the last one out when it is nil.
        let fields = try [#""id":"# + json(id), #""uploadUrlObjectKeys":"# + json(uploadUrlObjectKeys)]
        let text = try "{" + (fields + [#""requests":"# + json(requests)]).joined(separator: ",") + "}\n"
        return try folder.write(text.utf8, as: "\(id).json", in: .quotations)
    }

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func url(of key: String) -> String {
        URL(filePath: folder.path(of: key, in: .objects), directoryHint: .notDirectory).absoluteString
    }

    /// A key is a file name and nothing that could lead out of the folder, hide, or pass for an unfinished file.
    private static func problem(with name: String) -> String? {
        if name.isEmpty { return "it is empty" }
        if name.utf8.count > 255 { return "it is longer than 255 bytes" }
        if name.hasPrefix(".") { return "it begins with a dot" }
        let isPlain = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "/" }
        return isPlain ? nil : "it has a slash or a control character in it"
    }
}
