package import ReceiptScenes

extension ImageModel {
    private typealias Header = (format: Format, width: Int, height: Int)

    /// Recognises an image by its first bytes. The name of the file does not matter, and pixels are not decoded.
    ///
    /// Any bytes may be passed. Returns nil if they are not a JPEG or PNG, or if they are cut short or malformed.
    package init?(name: String, recognising image: ReceiptImage) {
        guard let (format, width, height) = Self.png(image.bytes) ?? Self.jpeg(image.bytes), width > 0, height > 0
        else { return nil }
        self.init(name: name, image: image, format: format, pixelWidth: width, pixelHeight: height)
    }

    /// A PNG is its signature and then the chunk `IHDR`: 13 bytes, width and height first, and 4 bytes of checksum.
    private static func png(_ bytes: [UInt8]) -> Header? {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        guard bytes.starts(with: start), bytes.count >= start.count + 17,
            let width = bytes.number(at: 16, size: 4), let height = bytes.number(at: 20, size: 4),
            max(width, height) <= Int32.max
        else { return nil }
        return (.png, width, height)
    }

    /// A JPEG is a list of segments, `FF <marker> <length> …`. The size is in the frame header, which comes before the
    /// pixels. The segments before it are skipped by their length, embedded previews included.
    private static func jpeg(_ bytes: [UInt8]) -> Header? {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }  // start of image
        var offset = 2
        while let marker = bytes.number(at: offset, size: 2), marker > 0xFF00, marker != 0xFFDA,  // the pixels begin
            let length = bytes.number(at: offset + 2, size: 2)
        {
            switch marker {
            case 0xFFFF: offset += 1  // a fill byte
            case 0xFFC0...0xFFC3, 0xFFC5...0xFFC7, 0xFFC9...0xFFCB, 0xFFCD...0xFFCF:
                // A frame header: length, sample precision, height, width, and more.
                guard let height = bytes.number(at: offset + 5, size: 2), offset + 2 + length <= bytes.count,
                    let width = bytes.number(at: offset + 7, size: 2)
                else { return nil }
                return (.jpeg, width, height)
            default: offset += 2 + length
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
