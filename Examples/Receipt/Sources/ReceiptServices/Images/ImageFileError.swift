/// Why a file could not be handed over as an image. Its text names the file and says what to do.
package struct ImageFileError: Error, Equatable, CustomStringConvertible {
    /// What is wrong with the path; what is wrong with the content is not an error of the file.
    package enum Reason: Sendable, Equatable {
        /// Nothing has this name.
        case missing
        /// A folder.
        case folder
        /// A pipe, a socket or a device.
        case notAFile
        /// Empty, or with a zero byte in it.
        case notAPath
        /// More than ``ImageFile/sizeLimit`` bytes.
        case tooLarge
        /// The system refused, with this `errno`.
        case unreadable(Int32)
    }

    /// As the user gave it.
    package let path: String
    /// Why it was refused.
    package let reason: Reason

    init(_ path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// One sentence for the problem, one for the remedy.
    package var description: String {
        switch reason {
        case .missing: "“\(path)” does not exist. Check the path; it must lead to a JPEG or PNG file."
        case .folder: "“\(path)” is a folder. Give one JPEG or PNG file in it."
        case .notAFile: "“\(path)” is not a regular file. Give a JPEG or PNG file."
        case .notAPath: "“\(path)” is not a path. Give the path of a JPEG or PNG file."
        case .tooLarge: "“\(path)” is larger than \(ImageFile.sizeLimit >> 20) MiB. Give a smaller image."
        case .unreadable(let code):
            "“\(path)” cannot be read: \(SystemError.text(code)). Allow reading it, or give another file."
        }
    }
}
