import Foundation
import ReceiptScenes
import ReceiptServices
import Testing

/// What stands for picking an image: reading a file that may not be one.
struct ImageFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: ["a.jpg", "with blanks.jpg", "명세표 3월.png", "no-suffix"])
    func `a file is read byte for byte under its own name`(name: String) async throws {
        let path = try folder.write([1, 2, 3], as: name)
        let image = try await ImageFile.read(path)
        #expect(image.fileName == name)
        #expect(image.bytes == [1, 2, 3])
    }

    @Test func `an empty file is read; judging it is the encoder's part`() async throws {
        let path = try folder.write([], as: "empty.jpg")
        #expect(try await ImageFile.read(path).bytes == [])
    }

    @Test func `a link is followed, and keeps its own name`() async throws {
        let path = try folder.write([1, 2], as: "a.jpg")
        try FileManager.default.createSymbolicLink(atPath: folder("link.jpg"), withDestinationPath: path)
        let image = try await ImageFile.read(folder("link.jpg"))
        #expect(image.fileName == "link.jpg" && image.bytes == [1, 2])
    }

    @Test func `a file larger than one read is read whole`() async throws {
        let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0) }
        let path = try folder.write(bytes, as: "large.png")
        #expect(try await ImageFile.read(path).bytes == bytes)
    }

    @Test func `a missing file is named, with the remedy`() async throws {
        let path = folder("missing.jpg")
        let error = await #expect(throws: ReceiptError.self) { try await ImageFile.read(path) }
        #expect(error?.description == "“\(path)” does not exist. Check the path; it must lead to a JPEG or PNG file.")
    }

    @Test func `a folder is named, with the remedy`() async throws {
        let path = folder.path
        let error = await #expect(throws: ReceiptError.self) { try await ImageFile.read(path) }
        #expect(error?.description == "“\(path)” is a folder. Give one JPEG or PNG file in it.")
    }

    @Test func `a named pipe is refused at once instead of waited for`() async throws {
        let path = folder("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let error = await #expect(throws: ReceiptError.self) { try await ImageFile.read(path) }
        #expect(error?.description == "“\(path)” is not a regular file. Give a JPEG or PNG file.")
    }

    @Test(arguments: ["", "a\0b"])
    func `what is no path is refused`(path: String) async throws {
        let error = await #expect(throws: ReceiptError.self) { try await ImageFile.read(path) }
        #expect(error?.description == "“\(path)” is not a path. Give the path of a JPEG or PNG file.")
    }

    @Test(.enabled(if: geteuid() != 0, "the super-user may read everything"))
    func `a file without read permission is named, with the remedy`() async throws {
        let path = try folder.write([1], as: "secret.jpg")
        chmod(path, 0)
        let error = await #expect(throws: ReceiptError.self) { try await ImageFile.read(path) }
        #expect(error?.description.contains("cannot be read: Permission denied. Allow") == true)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/mem"), "needs /proc"))
    func `a file that cannot be read is named, with the remedy`() async throws {
        let error = await #expect(throws: ReceiptError.self) { try await ImageFile.read("/proc/self/mem") }
        let text = "“/proc/self/mem” cannot be read: Input/output error. Allow reading it, or give another file."
        #expect(error?.description == text)
    }
}
