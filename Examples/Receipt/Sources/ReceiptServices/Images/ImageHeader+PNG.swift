import ReceiptScenes

extension ImageHeader {
    private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let headerChunk: [UInt8] = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]  // length 13, "IHDR"

    /// A PNG is its signature and then, always first and always 13 bytes long, the chunk `IHDR` with width and height.
    static func png(_ reader: ByteReader) -> ImageHeader? {
        let checksum = pngSignature.count + headerChunk.count + 13
        guard reader.has(pngSignature, at: 0), reader.has(headerChunk, at: 8),
            let width = reader.doubleWord(at: 16), let height = reader.doubleWord(at: 20),
            (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height),
            reader.doubleWord(at: checksum) != nil
        else { return nil }
        return ImageHeader(format: .png, pixelWidth: width, pixelHeight: height)
    }
}
