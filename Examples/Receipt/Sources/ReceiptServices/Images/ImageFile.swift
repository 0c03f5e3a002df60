import Foundation
package import ReceiptScenes

/// Reads the file that stands for what the gallery or the camera delivers.
///
/// A picker on a phone can only pick what is there and readable, so a path that is neither fails here, before any action.
/// What is *in* the file is not judged here: that is the encoder's part, with the scene's own toasts (UR-13, UR-16).
package enum ImageFile: Sendable {
    /// Far above any photo, far below what would exhaust the memory.
    package static let sizeLimit = 256 * 1024 * 1024

    /// - Parameter path: taken as it is; blanks and any other characters are part of the name.
    @concurrent package static func read(_ path: String) async throws(ImageFileError) -> ReceiptImage {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw ImageFileError(path, .notAPath) }
        // Without O_NONBLOCK, opening a named pipe would wait for a writer, perhaps for ever.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw ImageFileError(path, errno == ENOENT ? .missing : .unreadable(errno)) }
        defer { close(descriptor) }
        try check(descriptor, path)
        return ReceiptImage(fileName: lastComponent(of: path), bytes: try contents(descriptor, path))
    }

    private static func check(_ descriptor: Int32, _ path: String) throws(ImageFileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw ImageFileError(path, .unreadable(errno)) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw ImageFileError(path, .folder)
        default: throw ImageFileError(path, .notAFile)
        }
    }

    private static func contents(_ descriptor: Int32, _ path: String) throws(ImageFileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 256 * 1024)
        while true {
            let count = chunk.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw ImageFileError(path, .unreadable(errno))
            }
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: chunk[..<count])
            guard bytes.count <= sizeLimit else { throw ImageFileError(path, .tooLarge) }
        }
    }

    private static func lastComponent(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
