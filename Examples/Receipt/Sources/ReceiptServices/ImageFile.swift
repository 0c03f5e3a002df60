import CISWorkers
import Foundation
package import ReceiptScenes

/// Reads the file that stands for what the gallery or the camera delivers.
///
/// A picker on a phone can only pick what is there and readable, so a path that is neither fails here, before any action.
/// What is *in* the file is not judged here: that is the encoder's part, with the scene's own toasts (UR-13, UR-16).
package enum ImageFile {
    /// Far above any photo, far below what would exhaust the memory.
    package static let sizeLimit = 256 * 1024 * 1024

    /// - Parameter path: Taken as it is; blanks and any other characters are part of the name.
    @concurrent package static func read(_ path: String) async throws(ReceiptError) -> ReceiptImage {
        func refused(_ problem: String, _ remedy: String) -> ReceiptError {
            .badPath(path, problem, remedy: remedy)
        }
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw refused("is not a path", "Give the path of a JPEG or PNG file.")
        }
        let file = URL(filePath: path).resolvingSymlinksInPath()
        let status = try? FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))
        switch status?[.type] as? FileAttributeType {
        case nil: throw refused("does not exist", "Check the path; it must lead to a JPEG or PNG file.")
        case .typeRegular: break
        case .typeDirectory: throw refused("is a folder", "Give one JPEG or PNG file in it.")
        default: throw refused("is not a regular file", "Give a JPEG or PNG file.")  // a pipe would be waited for
        }
        guard let size = status?[.size] as? Int, size <= sizeLimit else {
            throw refused("is larger than \(sizeLimit >> 20) MiB", "Give a smaller image.")
        }
        do throws(StorageError) {
            let bytes = try DiskFiles().read(file) ?? Data()
            return ReceiptImage(fileName: URL(filePath: path).lastPathComponent, bytes: [UInt8](bytes))
        } catch {
            throw refused("cannot be read: \(error.reason ?? "")", "Allow reading it, or give another file.")
        }
    }
}
