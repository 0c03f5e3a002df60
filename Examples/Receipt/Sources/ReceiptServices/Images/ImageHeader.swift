package import ReceiptScenes

/// The kind and the dimensions of an image, read from its first bytes.
///
/// Only the header is looked at, pixels are never decoded. Every read is bounds-checked: any bytes at all may be given,
/// and what is cut short or malformed is simply not an image.
package struct ImageHeader: Sendable, Equatable {
    /// Recognised by content.
    package let format: ImageFormat
    /// In pixels, at least 1.
    package let pixelWidth: Int
    /// In pixels, at least 1.
    package let pixelHeight: Int

    init(format: ImageFormat, pixelWidth: Int, pixelHeight: Int) {
        self.format = format
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
    }

    /// Nil when the bytes are neither a JPEG nor a PNG.
    ///
    /// - Complexity: O(1) for PNG; O(*n*) for JPEG in the bytes before the frame header, at worst.
    package init?(_ bytes: [UInt8]) {
        let reader = ByteReader(bytes)
        guard let header = Self.png(reader) ?? Self.jpeg(reader) else { return nil }
        self = header
    }
}
