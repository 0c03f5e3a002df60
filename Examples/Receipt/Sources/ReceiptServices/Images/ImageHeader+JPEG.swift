import ReceiptScenes

extension ImageHeader {
    /// A JPEG is a list of segments, `FF <marker> <length> …`. The dimensions are in the start-of-frame segment, which
    /// comes before the first scan; so everything up to it is skipped by its length, embedded previews included.
    static func jpeg(_ reader: ByteReader) -> ImageHeader? {
        guard reader.has([0xFF, 0xD8], at: 0) else { return nil }  // start of image
        var offset = 2
        while reader.byte(at: offset) == 0xFF, let marker = reader.byte(at: offset + 1) {
            switch marker {
            case 0xFF:  // fill byte in front of a marker
                offset += 1
            case 0x01, 0xD0...0xD7:  // the markers that stand alone
                offset += 2
            case 0x00, 0xD8, 0xD9, 0xDA:  // no marker, another start, the end, or a scan: no frame has come before
                return nil
            default:
                guard let length = reader.word(at: offset + 2), length >= 2 else { return nil }
                if isStartOfFrame(marker) { return frame(reader, at: offset + 4, length: length - 2) }
                offset += 2 + length
            }
        }
        return nil
    }

    /// C0 to CF are frame headers, but for the tables DHT and DAC and the reserved JPG.
    private static func isStartOfFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    /// Sample precision, height, width, number of components; then three bytes for each component.
    private static func frame(_ reader: ByteReader, at offset: Int, length: Int) -> ImageHeader? {
        guard let height = reader.word(at: offset + 1), let width = reader.word(at: offset + 3),
            let components = reader.byte(at: offset + 5), components > 0, length == 6 + 3 * Int(components),
            reader.byte(at: offset + length - 1) != nil, width > 0, height > 0
        else { return nil }
        return ImageHeader(format: .jpeg, pixelWidth: width, pixelHeight: height)
    }
}
