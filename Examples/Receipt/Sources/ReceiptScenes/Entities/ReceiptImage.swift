/// The bytes of an image file. Bytes from the gallery or the camera have not been checked, and may be no image.
package struct ReceiptImage: Sendable, Equatable {
    /// Shown to the user, never sent to the service.
    package let fileName: String
    package let bytes: [UInt8]

    package init(fileName: String, bytes: [UInt8]) {
        self.fileName = fileName
        self.bytes = bytes
    }

    /// D21: the name of the format, if it is a common one that the service does not take.
    package var unsupportedFormat: String? {
        let starts: KeyValuePairs = [
            "GIF87a": "GIF", "GIF89a": "GIF", "%PDF-": "PDF", "RIFF....WEBP": "WebP", "....ftypavi": "AVIF",
            "....ftyphei": "HEIC", "....ftyphev": "HEIC", "....ftypmif1": "HEIC", "....ftypmsf1": "HEIC",
        ]
        return starts.first { start, _ in  // a dot stands for any byte
            bytes.count >= start.utf8.count && zip(bytes, start.utf8).allSatisfy { $1 == UInt8(ascii: ".") || $0 == $1 }
        }?.value
    }
}
