import ReceiptScenes
import ReceiptServices
import Testing

/// UR-13: images are recognised by their content, and no bytes can crash the reader.
struct RecognisingTests {
    @Test func `the samples are recognised`() throws {
        let jpeg = try #require(read(Samples.jpeg()))
        #expect(jpeg.format == .jpeg && jpeg.pixelWidth == 240 && jpeg.pixelHeight == 240)
        let png = try #require(read(Samples.png()))
        #expect(png.format == .png && png.pixelWidth == 260 && png.pixelHeight == 220)
    }

    @Test(arguments: ["receipt-1.jpg", "receipt-2.png"])
    func `a sample cut at any byte is recognised the same way or not at all`(name: String) throws {
        let bytes = try Samples.bytes(name)
        let whole = try #require(read(bytes))
        var isRecognised = false
        for length in bytes.indices {
            let header = read(Array(bytes.prefix(length)))
            #expect(
                header.map { [$0.pixelWidth, $0.pixelHeight] == [whole.pixelWidth, whole.pixelHeight] } ?? !isRecognised
            )
            isRecognised = isRecognised || header != nil
        }
        #expect(isRecognised)
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
        let header = try #require(read([0xFF, 0xD8] + frame(marker, width: 300, height: 200)))
        #expect(header.pixelWidth == 300 && header.pixelHeight == 200)
    }

    @Test(arguments: [0xC4, 0xC8, 0xCC] as [UInt8])
    func `JPEG tables in the range of the frames are skipped`(marker: UInt8) {
        #expect(read([0xFF, 0xD8] + frame(marker, width: 300, height: 200)) == nil)
    }

    @Test func `the preview inside a JPEG is skipped, and so are fill bytes`() throws {
        let preview = [0xFF, 0xD8] + frame(0xC0, width: 16, height: 12) + [0xFF, 0xD9]
        let segment: [UInt8] = [0xFF, 0xE1, 0, UInt8(preview.count + 2)] + preview
        let header = read([0xFF, 0xD8] + segment + [0xFF, 0xFF] + frame(0xC2, width: 1600, height: 1200))
        #expect(header?.pixelWidth == 1600)
    }

    @Test(arguments: [(0, 5), (5, 0)])
    func `an image without extent is refused`(width: UInt8, height: UInt8) throws {
        #expect(read([0xFF, 0xD8] + frame(0xC0, width: Int(width), height: Int(height))) == nil)
        var png = try Samples.png()
        png.replaceSubrange(16..<24, with: [0, 0, 0, width, 0, 0, 0, height])
        #expect(read(png) == nil)
    }

    @Test func `a PNG larger than the format allows is refused`() throws {
        var png = try Samples.png()
        png[16] = 0x80
        #expect(read(png) == nil)
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
