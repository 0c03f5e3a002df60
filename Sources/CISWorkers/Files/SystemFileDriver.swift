import Foundation

/// The file system calls of the operating system.
package struct SystemFileDriver: FileDriver {
    package init() {}

    package func create(_ path: String, mode: UInt32) throws(SystemError) -> Int32 {
        while true {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(mode))
            if descriptor >= 0 {
                do {
                    try lock(descriptor)
                    // Before the lock was taken, another writer may have removed the file as abandoned.
                    if try isAt(path, descriptor) { return descriptor }
                } catch {
                    // The file system has no locks.
                    try? unlink(path)
                    _ = systemClose(descriptor)
                    throw error
                }
                _ = systemClose(descriptor)
            } else if errno == EEXIST {
                try unlink(path, waiting: true)
            } else if errno != EINTR {
                throw SystemError(errno)
            }
        }
    }

    package func openAtEnd(_ path: String, mode: UInt32) throws(SystemError) -> Int32 {
        // With `O_NONBLOCK`, opening a pipe does not wait for a reader, and writing to it does not wait for space.
        try repeating { open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, mode_t(mode)) }
    }

    package func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SystemError) -> Int {
        try repeating { systemWrite(descriptor, bytes) }
    }

    package func setOwner(_ owner: UInt32?, _ group: UInt32?, of descriptor: Int32) -> Bool {
        fchown(descriptor, owner ?? .max, group ?? .max) == 0
    }

    package func setMode(_ mode: UInt32, of descriptor: Int32) throws(SystemError) {
        _ = try repeating { fchmod(descriptor, mode_t(mode)) }
    }

    package func synchronize(_ descriptor: Int32) throws(SystemError) {
        #if canImport(Darwin)
        // On Apple systems `fsync` does not wait for the disk; this command does. Some file systems do not support it.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        _ = try repeating { fsync(descriptor) }
    }

    package func close(_ descriptor: Int32) throws(SystemError) {
        // The call is not repeated: after an interruption the descriptor is closed, and its number may already belong
        // to another file.
        if systemClose(descriptor) != 0, errno != EINTR { throw SystemError(errno) }
    }

    package func rename(_ path: String, to target: String) throws(SystemError) {
        _ = try repeating { systemRename(path, target) }
    }

    package func unlink(_ path: String) throws(SystemError) {
        _ = try repeating { systemUnlink(path) }
    }

    package func unlinkIfAbandoned(_ path: String) throws(SystemError) {
        try unlink(path, waiting: false)
    }

    package func synchronizeFolder(_ path: String) throws(SystemError) {
        let descriptor = try repeating { open(path, O_RDONLY | O_CLOEXEC) }
        defer { _ = systemClose(descriptor) }
        do {
            try synchronize(descriptor)
        } catch {
            // Some file systems cannot synchronize folders, and return this error.
            if error.number != EINVAL { throw error }
        }
    }

    package func makeFolder(_ path: String, mode: UInt32) throws(SystemError) {
        do {
            _ = try repeating { mkdir(path, mode_t(mode)) }
        } catch {
            if error.number != EEXIST { throw error }
        }
    }
}

extension SystemFileDriver {
    /// Removes a temporary file if its writer is no longer running. With `waiting`, it waits for the writer first. A folder, a pipe
    /// or a device stays, because no writer has made it.
    private func unlink(_ path: String, waiting: Bool) throws(SystemError) {
        guard let kind = try status(path)?.kind else { return }  // its writer has finished
        if kind == .link { return try unlink(path) }  // a link, which no writer has made
        guard kind == .file else {
            if waiting { throw .notAFile }
            return
        }
        let descriptor: Int32
        do {
            descriptor = try repeating { open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        } catch {
            if error.number == ENOENT { return }
            throw error
        }
        defer { _ = systemClose(descriptor) }
        if waiting {
            try lock(descriptor)
        } else if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            return
        }
        // The file is locked now, so its writer has ended or has renamed it.
        if try isAt(path, descriptor) { try unlink(path) }
    }

    /// Waits for an exclusive lock on the file. The lock ends when the descriptor is closed or the process ends.
    private func lock(_ descriptor: Int32) throws(SystemError) {
        _ = try repeating { flock(descriptor, LOCK_EX) }
    }

    /// Returns whether the path still refers to the open file.
    private func isAt(_ path: String, _ descriptor: Int32) throws(SystemError) -> Bool {
        var opened = stat()
        var named = stat()
        _ = try repeating { fstat(descriptor, &opened) }
        guard lstat(path, &named) == 0 else { return false }
        return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }
}
