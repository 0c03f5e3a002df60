import Foundation

@testable import ReceiptScenes

/// The images in the package.
enum Samples {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Samples")
        .standardized

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    static func jpeg() throws -> [UInt8] { try bytes("receipt-1.jpg") }
    static func png() throws -> [UInt8] { try bytes("receipt-2.png") }
}

extension ImageModel {
    static func sample(_ name: String, _ bytes: [UInt8] = [1]) -> ImageModel {
        let image = ReceiptImage(fileName: "\(name).jpg", bytes: bytes)
        return ImageModel(name: name, image: image, format: .jpeg, pixelWidth: 1, pixelHeight: 1)
    }
}
