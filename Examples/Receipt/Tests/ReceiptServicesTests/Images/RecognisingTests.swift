import ReceiptScenes
import ReceiptServices
import Testing

/// UR-13, D21: images are recognised by their content, and no bytes can crash the reader.
struct RecognisingTests {
    @Test func `the samples are recognised`() throws {
        let jpeg = try #require(read(Samples.jpeg()))
        #expect(jpeg.format == .jpeg && jpeg.pixelWidth == 240 && jpeg.pixelHeight == 240)
        let png = try #require(read(Samples.png()))
        #expect(png.format == .png && png.pixelWidth == 260 && png.pixelHeight == 220)
    }

    @Test(arguments: ["receipt-1.jpg", "receipt-2.png"])
    func `UR-13 a sample cut at any byte is refused, and bytes after its end are ignored`(name: String) throws {
        let bytes = try Samples.bytes(name)
        for length in bytes.indices where read(Array(bytes.prefix(length))) != nil {
            Issue.record("recognised with \(length) of \(bytes.count) bytes")
        }
        #expect(read(bytes + [0, 1, 2]) != nil)
    }

    @Test func `UR-13 a PNG with any one byte replaced is refused, because a checksum is wrong`() throws {
        let bytes = try Samples.png()
        for index in bytes.indices {
            var bytes = bytes
            bytes[index] ^= 0x10
            if read(bytes) != nil { Issue.record("recognised although byte \(index) is wrong") }
        }
    }

    @Test func `UR-13 a file without pixels is refused`() throws {
        #expect(read([0xFF, 0xD8] + frame(0xC0, width: 3, height: 2) + [0xFF, 0xD9]) == nil)
        let png = try Samples.png()
        #expect(read(Array(png.prefix(33)) + Array(png.suffix(12))) == nil)
    }

    @Test(
        arguments: [
            (Array("\0\0\0\u{18}ftypheic\0\0\0\0".utf8), "HEIC"), (Array("\0\0\0\u{18}ftypmif1\0\0\0\0".utf8), "HEIC"),
            (Array("\0\0\0\u{1C}ftypavif\0\0\0\0".utf8), "AVIF"), (Array("RIFF\u{1}\0\0\0WEBPVP8 ".utf8), "WebP"),
            (Array("GIF87a".utf8), "GIF"), (Array("GIF89a\u{1}\0".utf8), "GIF"), (Array("%PDF-1.7\n".utf8), "PDF"),
            (Array("\0\0\0\u{18}ftypmp42\0\0\0\0".utf8), nil), (Array("RIFF\u{1}\0\0\0WAVE".utf8), nil),
            (Array("GIF".utf8), nil), ([], nil), ([0xFF, 0xD8, 0xFF], nil),
        ] as [([UInt8], String?)])
    func `UR-13 a file in a format that the service does not take is named`(bytes: [UInt8], name: String?) {
        #expect(ReceiptImage(fileName: "image.jpg", bytes: bytes).unsupportedFormat == name)
    }

    @Test(arguments: ["receipt-1.jpg", "receipt-2.png"])
    func `a sample with any one byte replaced is read without harm`(name: String) throws {
        let header = Array(try Samples.bytes(name).prefix(700))
        for index in header.indices {
            for byte: UInt8 in [0x00, 0x01, 0x7F, 0x80, 0xFF] {
                var bytes = header
                bytes[index] = byte
                if let found = read(bytes) { #expect(found.pixelWidth > 0 && found.pixelHeight > 0) }
            }
        }
    }

    @Test func `20,000 headers of random bytes are read without harm, seed 20417`() {
        var generator = SplitMix(seed: 20417)
        for round in 0..<20_000 {
            let length = Int(generator.next() % 65)
            var bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
            if round.isMultiple(of: 2) { bytes = [0xFF, 0xD8, 0xFF] + bytes }
            if let found = read(bytes) { #expect(found.pixelWidth > 0 && found.pixelHeight > 0) }
        }
    }

    @Test(
        arguments: [
            [], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF], [0xFF, 0xD8, 0xFF, 0xD9], [0x89, 0x50, 0x4E, 0x47],
            Array("plain text, renamed to .jpg".utf8), Array("GIF89a\u{1}\u{0}\u{1}\u{0}".utf8),
        ] as [[UInt8]])
    func `what is not an image has no header`(bytes: [UInt8]) {
        #expect(read(bytes) == nil)
    }

    @Test(arguments: [0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF] as [UInt8])
    func `every kind of JPEG frame is read, progressive ones too`(marker: UInt8) throws {
        let header = try #require(read([0xFF, 0xD8] + frame(marker, width: 300, height: 200) + pixels))
        #expect(header.pixelWidth == 300 && header.pixelHeight == 200)
    }

    @Test(arguments: [0xC4, 0xC8, 0xCC] as [UInt8])
    func `JPEG tables in the range of the frames are skipped`(marker: UInt8) {
        #expect(read([0xFF, 0xD8] + frame(marker, width: 300, height: 200) + pixels) == nil)
    }

    @Test func `the preview inside a JPEG is skipped, and so are fill bytes`() throws {
        let preview = [0xFF, 0xD8] + frame(0xC0, width: 16, height: 12) + pixels
        let segment: [UInt8] = [0xFF, 0xE1, 0, UInt8(preview.count + 2)] + preview
        let header = read([0xFF, 0xD8] + segment + [0xFF, 0xFF] + frame(0xC2, width: 1600, height: 1200) + pixels)
        #expect(header?.pixelWidth == 1600)
    }

    @Test(arguments: [(0, 5), (5, 0)])
    func `an image without extent is refused`(width: UInt8, height: UInt8) throws {
        #expect(read([0xFF, 0xD8] + frame(0xC0, width: Int(width), height: Int(height)) + pixels) == nil)
        var png = try Samples.png()
        png.replaceSubrange(16..<24, with: [0, 0, 0, width, 0, 0, 0, height])
        #expect(read(png) == nil)
    }

    @Test func `a PNG larger than the format allows is refused`() throws {
        var png = try Samples.png()
        png[16] = 0x80
        #expect(read(png) == nil)
    }

    /// A scan with a restart marker, a stuffed byte and a second scan, and the end of the image.
    private var pixels: [UInt8] {
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xFF, 0, 0x34, 0xFF, 0xD0, 0x56]
        return scan + scan + [0xFF, 0xD9]
    }

    private func read(_ bytes: [UInt8]) -> ImageModel? {
        ImageModel(name: "name", recognising: ReceiptImage(fileName: "image", bytes: bytes))
    }

    private func frame(_ marker: UInt8, width: Int, height: Int) -> [UInt8] {
        let extent = [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
        return [0xFF, marker, 0, 11, 8] + extent + [1, 1, 0x11, 0]
    }
}

/// Random numbers that are the same in every run.
private struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
