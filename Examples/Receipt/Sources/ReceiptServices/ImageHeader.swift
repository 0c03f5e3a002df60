package import ReceiptScenes

/// Reads the kind and the dimensions of an image from its first bytes; pixels are never decoded.
///
/// Every read is bounds-checked: any bytes at all may be given, and what is cut short or malformed is simply no image.
package enum ImageHeader {
    /// - Returns: The image; nil when the bytes are neither a JPEG nor a PNG.
    /// - Complexity: O(1) for PNG; O(*n*) for JPEG in the bytes before the frame header, at worst.
    package static func read(_ bytes: [UInt8]) -> EncodedImage? {
        guard let (format, width, height) = png(bytes) ?? jpeg(bytes), width > 0, height > 0 else { return nil }
        return EncodedImage(bytes: bytes, format: format, pixelWidth: width, pixelHeight: height)
    }

    private typealias Header = (format: EncodedImage.Format, width: Int, height: Int)

    /// A PNG is its signature and then, always first and always 13 bytes long, the chunk `IHDR` with width and height.
    private static func png(_ bytes: [UInt8]) -> Header? {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        // 13 bytes of the chunk and 4 of its checksum follow.
        guard bytes.starts(with: start), bytes.count >= start.count + 17,
            let width = bytes.doubleWord(at: 16), let height = bytes.doubleWord(at: 20),
            max(width, height) <= 0x7FFF_FFFF
        else { return nil }
        return (.png, width, height)
    }

    /// A JPEG is a list of segments, `FF <marker> <length> …`. The dimensions are in the start-of-frame segment, which
    /// comes before the first scan; so everything up to it is skipped by its length, embedded previews included.
    private static func jpeg(_ bytes: [UInt8]) -> Header? {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }  // start of image
        var offset = 2
        while bytes.byte(at: offset) == 0xFF, let marker = bytes.byte(at: offset + 1) {
            switch marker {
            case 0xFF:  // fill byte in front of a marker
                offset += 1
            case 0x01, 0xD0...0xD7:  // the markers that stand alone
                offset += 2
            case 0x00, 0xD8, 0xD9, 0xDA:  // no marker, another start, the end, or a scan: no frame has come before
                return nil
            default:
                guard let length = bytes.word(at: offset + 2), length >= 2 else { return nil }
                // C0 to CF are frame headers, but for the tables DHT and DAC and the reserved JPG.
                let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
                if isFrame { return frame(bytes, at: offset + 4, length: length - 2) }
                offset += 2 + length
            }
        }
        return nil
    }

    /// Sample precision, height, width, number of components; then three bytes for each component.
    private static func frame(_ bytes: [UInt8], at offset: Int, length: Int) -> Header? {
        guard let height = bytes.word(at: offset + 1), let width = bytes.word(at: offset + 3),
            let components = bytes.byte(at: offset + 5), components > 0, length == 6 + 3 * Int(components),
            bytes.byte(at: offset + length - 1) != nil
        else { return nil }
        return (.jpeg, width, height)
    }
}

/// Big-endian reads that return nil instead of trapping beyond the end.
extension [UInt8] {
    fileprivate func byte(at offset: Int) -> UInt8? { indices.contains(offset) ? self[offset] : nil }

    fileprivate func word(at offset: Int) -> Int? {
        guard let high = byte(at: offset), let low = byte(at: offset + 1) else { return nil }
        return Int(high) << 8 | Int(low)
    }

    fileprivate func doubleWord(at offset: Int) -> Int? {
        guard let high = word(at: offset), let low = word(at: offset + 2) else { return nil }
        return high << 16 | low
    }
}
