package import CISWorkers
import Foundation

/// The folder that stands for the server and the photo library; the README shows its layout.
package struct ReceiptFolder: Sendable {
    /// The raw value is the name of the folder.
    package enum Part: String, Sendable, CaseIterable { case objects, quotations, photos }

    private let path: String
    private let files: any FileWorker

    /// Removes what a crash may have left behind. A store that is never written to leaves no trace.
    package init(_ path: String, files: any FileWorker = DiskFiles()) {
        self.path = path.hasSuffix("/") ? String(path.dropLast()) : path
        self.files = files
        for part in Part.allCases { try? files.removeLeftovers(in: URL(filePath: self.path(of: "", in: part))) }
    }

    /// Where a file of this name is or would be.
    func path(of name: String, in part: Part) -> String { "\(path)/\(part.rawValue)/\(name)" }

    /// Writes a file whole or not at all, replacing one of the same name, and returns its path.
    @discardableResult
    func write(_ bytes: some Sequence<UInt8>, as name: String, in part: Part) throws(ReceiptError) -> String {
        let path = path(of: name, in: part)
        do throws(StorageError) {
            try files.replace(URL(filePath: path), with: Data(bytes))
        } catch {
            throw .notWritten(error)
        }
        return path
    }
}
