import Foundation

/// Keeps the texts that are written to standard error while a screen is shown, and writes them after the screen was left.
final class HeldErrors {
    private let original: Int32
    private let file: UnsafeMutablePointer<FILE>?

    init() {
        file = isatty(STDERR_FILENO) == 1 ? tmpfile() : nil
        original = dup(STDERR_FILENO)
        if let file { dup2(fileno(file), STDERR_FILENO) }
    }

    /// Writes everything that was kept, and keeps nothing from now on.
    func release() {
        defer { close(original) }
        guard let file, dup2(original, STDERR_FILENO) >= 0 else { return }
        rewind(file)
        let kept = FileHandle(fileDescriptor: fileno(file), closeOnDealloc: false)
        if let data = try? kept.readToEnd() { try? FileHandle.standardError.write(contentsOf: data) }
        fclose(file)
    }
}
