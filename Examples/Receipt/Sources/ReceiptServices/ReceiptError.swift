package import CISWorkers
import Foundation

/// What the app itself refuses. The text names the value and the remedy; a scene shows it as a toast (UR-19, UR-21).
package enum ReceiptError: Error, Equatable, CustomStringConvertible, LocalizedError {
    /// A file that the store does not take.
    case notWritten(StorageError)
    /// A name that cannot be kept as a file, and why.
    case badName(String, String)
    /// An address that the store did not give out.
    case foreignUrl(String)
    /// A photo that is neither JPEG nor PNG.
    case notAnImage(String)
    /// A path that leads to no image file, why, and what to do.
    case badPath(String, String, remedy: String)

    package var errorDescription: String? { description }

    package var description: String {
        switch self {
        case .notWritten(let error):
            "Cannot write “\(error.file)”: \(error.reason ?? "the system refuses"). "
                + "\(error.code == .noSpace ? "Free some space" : "Allow writing there") "
                + "or choose another store folder (--store), and try again."
        case .badName(let name, let problem):
            "“\(name)” cannot be the name of an object: \(problem). Give the image another name."
        case .foreignUrl(let url):
            "“\(url)” is no upload address of this store. Ask the store for a new one and upload to that."
        case .notAnImage(let name):
            "“\(name)” is not a photo, so the photo library does not keep it. Give a JPEG or PNG file."
        case .badPath(let path, let problem, let remedy): "“\(path)” \(problem). \(remedy)"
        }
    }
}
