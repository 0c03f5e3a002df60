extension ImageModel {
    /// Recognises an image by its bytes. The name of the file does not matter, and pixels are not decoded.
    ///
    /// Any bytes may be passed. Returns nil if they are not a whole JPEG or PNG. Bytes after its end are ignored.
    package init?(name: String, recognising image: ReceiptImage) {
        guard let (format, width, height) = Self.png(image.bytes) ?? Self.jpeg(image.bytes), width > 0, height > 0
        else { return nil }
        self.init(name: name, image: image, format: format, pixelWidth: width, pixelHeight: height)
    }

    private typealias Header = (Format, width: Int, height: Int)

    /// A PNG is its signature and a list of chunks, from `IHDR` to `IEND`: length, type, content, checksum of both.
    private static func png(_ bytes: [UInt8]) -> Header? {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        guard bytes.starts(with: start), let width = bytes.number(at: 16, size: 4),
            let height = bytes.number(at: 20, size: 4), max(width, height) <= Int32.max
        else { return nil }
        var (offset, hasPixels) = (8, false)
        while let length = bytes.number(at: offset, size: 4),
            let checksum = bytes.number(at: offset + 8 + length, size: 4)
        {
            let chunk = bytes[offset + 4..<offset + 8 + length]
            guard crc32(chunk) == checksum else { return nil }
            if chunk.starts(with: "IEND".utf8) { return hasPixels ? (.png, width, height) : nil }
            hasPixels = hasPixels || chunk.starts(with: "IDAT".utf8)
            offset += 12 + length
        }
        return nil
    }

    private static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { crc, byte in checksums[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ crc >> 8 }
    }

    /// The checksum of each byte.
    private static let checksums = (UInt32(0)..<256).map { byte in
        (0..<8).reduce(byte) { crc, _ in crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
    }

    /// A JPEG is a list of segments, `FF <marker> <length> …`. The frame header has the size. The pixels follow the header of
    /// each scan. Segments are skipped by their length, embedded previews included.
    private static func jpeg(_ bytes: [UInt8]) -> Header? {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }  // start of image
        var (offset, hasPixels, header) = (2, false, Header?.none)
        while let marker = bytes.number(at: offset, size: 2), marker > 0xFF00 {
            if marker == 0xFFD9 { return hasPixels ? header : nil }  // end of image
            let length = bytes.number(at: offset + 2, size: 2) ?? 0
            if 0xFFC0...0xFFCF ~= marker, ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker),  // C4, C8 and CC are tables
                let size = bytes.number(at: offset + 5, size: 4)  // length, sample precision, height, width, and more
            {
                header = (.jpeg, size & 0xFFFF, size >> 16)
            }
            offset += marker == 0xFFFF ? 1 : 2 + length  // a fill byte, or another segment
            guard marker == 0xFFDA else { continue }
            hasPixels = header != nil  // they end at a marker that is no restart; after other `FF` there is a 0
            while let word = bytes.number(at: offset, size: 2), word <= 0xFF00 || 0xFFD0...0xFFD7 ~= word {
                offset += 1
            }
        }
        return nil
    }
}

extension [UInt8] {
    /// The big-endian number in `size` bytes, or nil if there are fewer bytes.
    fileprivate func number(at offset: Int, size: Int) -> Int? {
        guard offset + size <= count else { return nil }
        return self[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
    }
}
