extension ImageModel {
    /// Recognises an image by its first bytes. The name of the file does not matter, and pixels are not decoded.
    ///
    /// Any bytes may be passed. Returns nil if they are not a JPEG or PNG, or if they are cut short or malformed.
    package init?(name: String, recognising image: ReceiptImage) {
        guard let (format, width, height) = Self.png(image.bytes) ?? Self.jpeg(image.bytes), width > 0, height > 0
        else { return nil }
        self.init(name: name, image: image, format: format, pixelWidth: width, pixelHeight: height)
    }

    private typealias Header = (Format, width: Int, height: Int)

    /// A PNG is its signature and then the chunk `IHDR`: 13 bytes, width and height first, and 4 bytes of checksum.
    private static func png(_ bytes: [UInt8]) -> Header? {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        guard bytes.starts(with: start), bytes.count >= 33,
            let width = bytes.number(at: 16, size: 4), let height = bytes.number(at: 20, size: 4),
            max(width, height) <= Int32.max
        else { return nil }
        return (.png, width, height)
    }

    /// A JPEG is a list of segments, `FF <marker> <length> …`. The size is in the frame header, which comes before the
    /// pixels. The segments before it are skipped by their length, embedded previews included.
    private static func jpeg(_ bytes: [UInt8]) -> Header? {
        let frames: Set = [0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF]
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }  // start of image
        var offset = 2
        while let marker = bytes.number(at: offset, size: 2), marker > 0xFF00, marker != 0xFFDA,  // the pixels begin
            let length = bytes.number(at: offset + 2, size: 2)
        {
            if frames.contains(marker - 0xFF00) {  // length, sample precision, height, width, and more
                guard let height = bytes.number(at: offset + 5, size: 2), offset + 2 + length <= bytes.count,
                    let width = bytes.number(at: offset + 7, size: 2)
                else { return nil }
                return (.jpeg, width, height)
            }
            offset += marker == 0xFFFF ? 1 : 2 + length  // a fill byte, or another segment
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
