import Foundation

/// Distinguishes image files from other content, by the parts that every such file has.
///
/// It recognises PNG and JPEG, the formats of posters. It does not decode pixels; each front end does this.
enum ImageFile {
    /// Whether the bytes are a complete image file, with a size and with the mark at its end.
    static func isComplete(_ data: Data) -> Bool {
        let bytes = [UInt8](data)
        return isPNG(bytes) || isJPEG(bytes)
    }

    /// A PNG begins with a mark and the part `IHDR`, and ends with the part `IEND`.
    private static func isPNG(_ bytes: [UInt8]) -> Bool {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
        // The width and the height follow the start, four bytes each.
        guard bytes.count > 33 + end.count, bytes.starts(with: start), bytes.suffix(end.count).elementsEqual(end) else {
            return false
        }
        return bytes[16..<20].contains { $0 != 0 } && bytes[20..<24].contains { $0 != 0 }
    }

    /// A JPEG begins with the mark `FFD8` and another mark, and ends with `FFD9`. Some programs append other bytes.
    private static func isJPEG(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 100, bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return false }
        return bytes.indices.dropFirst(3).dropLast().reversed().contains { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD9 }
    }
}
