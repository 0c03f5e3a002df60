package import CISWorkers
import Foundation
package import ReceiptScenes

/// UR-31 to UR-33: stores requests in a folder, which is also the photo library (UR-21). The README shows its layout.
/// The key of an image is its file name: a request that is repeated after a failure replaces its objects.
package struct FolderService: ReceiptService {
    private let path: String
    private let files: any FileWorker
    private let makeID: @Sendable () -> String

    /// Removes what a crash may have left behind. A folder that is never written to is not created.
    package init(_ path: String, files: any FileWorker = DiskFiles(), makeID: @escaping @Sendable () -> String) {
        self.path = path.hasSuffix("/") ? String(path.dropLast()) : path
        self.files = files
        self.makeID = makeID
        for part in ["objects", "quotations", "photos"] { try? files.removeLeftovers(in: url(of: part)) }
    }

    @concurrent package func queryImageUploadUrls(fileNames: [String]) async throws -> [ImageUploadUrl] {
        fileNames.map { ImageUploadUrl(uploadUrl: "objects/\($0)", objectKey: $0) }
    }

    @concurrent package func putImageData(to url: String, _ bytes: [UInt8]) async throws {
        // The name must not lead out of the folder, hide the file, or look like that of an unfinished file.
        guard url.wholeMatch(of: /objects\/[^.\/\p{Cc}][^\/\p{Cc}]*/) != nil else {
            throw ReceiptError("“\(url)” is no upload address of this store. Ask the store for a new one.")
        }
        try write(bytes, to: url)
    }

    @concurrent package func mutateCreateQuotation(
        uploadUrlObjectKeys: [String], requests: String?
    ) async throws -> String {
        let id = makeID()  // Each value is encoded alone, because an encoder for all would choose the order.
        let keys = #""id":\#(try json(id)),"uploadUrlObjectKeys":\#(try json(uploadUrlObjectKeys))"#
        return try write("{\(keys),\"requests\":\(json(requests))}\n".utf8, to: "quotations/\(id).json")
    }

    func save(_ photo: [UInt8], as name: String) throws { try write(photo, to: "photos/\(name)") }

    /// Writes a file whole or not at all, and returns its path.
    @discardableResult
    private func write(_ bytes: some Sequence<UInt8>, to file: String) throws -> String {
        try Task.checkCancellation()
        try files.replace(url(of: file), with: Data(bytes))
        return "\(path)/\(file)"
    }

    private func url(of file: String) -> URL { URL(filePath: "\(path)/\(file)") }

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
