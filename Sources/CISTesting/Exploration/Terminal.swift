#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The terminal in which the tests run.
enum Terminal {
    /// Writes a text. Does nothing if the output goes to a file or a pipe.
    static func write(_ text: String) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        var text = text
        text.withUTF8 { bytes in _ = Terminal.write(bytes) }
    }

    private static func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        #if canImport(Darwin)
        Darwin.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
        Musl.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        #else
        Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        #endif
    }
}
