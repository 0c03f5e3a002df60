#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Writes a text to standard error in one call, so that lines of several threads do not mix.
func writeToStandardError(_ text: String) {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    var text = text
    text.withUTF8 { bytes in _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    #else
    print(text, terminator: "")
    #endif
}

#if DEBUG
let isDebugBuild = true
#else
let isDebugBuild = false
#endif
