import Foundation

extension SystemError {
    /// There are more links to follow than the system follows.
    static var tooManyLinks: SystemError { SystemError(ELOOP) }

    /// Whether the user of this process lacks a right.
    var isAboutRights: Bool { number == EACCES || number == EPERM }
}

extension StorageError {
    /// The operation that failed.
    enum Step { case reading, writing }

    init(_ error: SystemError, _ step: Step, file: String) {
        if error == .notAFile {
            self.init(.notAFile, file: file)
            return
        }
        let code: Code =
            switch error.number {
            case ENOSPC, EDQUOT: .noSpace
            case EACCES, EPERM, EROFS: .notPermitted
            default: step == .reading ? .cannotRead : .cannotWrite
            }
        self.init(code, file: file, reason: systemText(error.number))
    }
}
