import Foundation

/// Why the store folder did not take something. Its text names the file and says what to do; the scenes show it as a toast
/// (UR-19, UR-21) or in the message label (AR-04).
package struct StoreError: Error, Equatable, CustomStringConvertible {
    /// What went wrong.
    package enum Reason: Sendable, Equatable {
        /// The system refused.
        case system(SystemError)
        /// A name that cannot be kept as a file, and why.
        case badName(String, String)
        /// An address that this store did not give out.
        case foreignUrl(String)
        /// A photo that is neither JPEG nor PNG.
        case notAnImage(String)
    }

    /// What went wrong.
    package let reason: Reason

    init(_ reason: Reason) {
        self.reason = reason
    }

    /// One sentence for the problem, one for the remedy.
    package var description: String {
        switch reason {
        case .system(let error):
            "Cannot \(error.operation) “\(error.path)”: \(SystemError.text(error.code)). \(Self.remedy(error.code))"
        case .badName(let name, let problem):
            "“\(name)” cannot be the name of an object: \(problem). Give the image another name."
        case .foreignUrl(let url):
            "“\(url)” is no upload address of this store. Ask the store for a new one and upload to that."
        case .notAnImage(let name):
            "“\(name)” is not a photo, so the photo library does not keep it. Give a JPEG or PNG file."
        }
    }

    private static func remedy(_ code: Int32) -> String {
        switch code {
        case ENOSPC, EDQUOT: "Free some space or choose another store folder (--store), and try again."
        case ENOTDIR, EEXIST: "Move that file away or choose another store folder (--store), and try again."
        default: "Allow writing there or choose another store folder (--store), and try again."
        }
    }
}
