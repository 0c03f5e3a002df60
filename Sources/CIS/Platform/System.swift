// What the core and CISTesting need of the system.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

#if DEBUG
let isDebugBuild = true
#else
let isDebugBuild = false
#endif

/// Writes a text to standard error in one call, so that lines of several threads do not mix.
package func writeToStandardError(_ text: String) {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    var text = text
    text.withUTF8 { bytes in _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    #else
    print(text, terminator: "")
    #endif
}

/// Whether standard error is a terminal, and not a file or a pipe.
package var isStandardErrorTerminal: Bool {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    isatty(STDERR_FILENO) == 1
    #else
    false
    #endif
}

package func environmentVariable(_ name: String) -> String? {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    getenv(name).map { String(cString: $0) }
    #else
    nil
    #endif
}
