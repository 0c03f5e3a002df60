package import ReceiptScenes

/// A photo library over a folder: every photo becomes one file `photos/<name>.jpg` or `.png`.
package struct FolderPhotoLibrary: PhotoLibrary {
    private let folder: ReceiptFolder
    private let naming: ImageNaming

    /// - Parameter naming: gives each photo a name of its own, so no photo replaces another.
    package init(_ folder: ReceiptFolder, naming: ImageNaming) {
        self.folder = folder
        self.naming = naming
    }

    @concurrent package func save(_ image: ReceiptImage) async throws {
        guard let header = ImageHeader(image.bytes) else { throw StoreError(.notAnImage(image.fileName)) }
        let suffix =
            switch header.format {
            case .jpeg: "jpg"
            case .png: "png"
            }
        try folder.write(image.bytes, as: "\(naming.next()).\(suffix)", in: .photos)
    }
}
