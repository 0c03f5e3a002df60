import Foundation

/// Says "I am using this folder" to other processes, and finds out whether one of them says the same.
///
/// Released by the system when the process ends, however it ends; so a crash leaves no stale lock.
final class FolderLock: Sendable {
    private let descriptor: Int32

    /// - Parameter whenAlone: runs before anybody else can use the folder, and only if nobody else does now.
    /// - Returns: nil if the folder cannot be locked, for instance because it is read-only or not there.
    init?(_ path: String, whenAlone: () -> Void) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { return nil }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { whenAlone() }
        guard flock(descriptor, LOCK_SH) == 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit {
        close(descriptor)
    }
}
