#if os(Linux)
internal import CCurl
import Foundation

/// The system's libcurl, which is found while the program runs.
///
/// Foundation's networking is based on the same library, so a program that uses this module has loaded it already.
struct LibCurl: Sendable {
    /// The reason why libcurl cannot be used, with a remedy.
    struct Problem: Error {
        let text: String
    }

    /// The library that every transport uses.
    static let system = Result { () throws(Problem) in try LibCurl(CurlRequirement()) }

    // Unsafe, here and below: the compiler does not know that the functions are never changed. They exist until the program
    // ends.
    nonisolated(unsafe) let functions: UnsafePointer<ccurl>
    let version: String
    /// What decompresses content. `nil` if the system has no zlib: then no compressed content is requested.
    nonisolated(unsafe) let zlib: UnsafePointer<czlib>?

    /// Opens the library, and initializes it for the whole program.
    init(_ requirement: CurlRequirement) throws(Problem) {
        let name = requirement.name
        guard let library = Self.opened(name) else {
            throw Problem("\(name) is missing")
        }
        guard let version = ccurl_version_of(library) else { throw Problem("\(name) is not libcurl") }
        self.version = String(cString: version.pointee.text)
        guard Self.parts(of: self.version).lexicographicallyPrecedes(Self.parts(of: requirement.version)) == false,
            let functions = ccurl_functions_of(library)
        else { throw Problem("\(name) has version \(self.version), and \(requirement.version) or newer is needed") }
        self.functions = functions
        zlib = Self.opened("libz.so.1").flatMap { czlib_functions_of($0) }
        guard functions.pointee.global_init(Self.everything) == 0 else {
            throw Problem("\(name) cannot be initialized")
        }
    }

    private static func opened(_ name: String) -> UnsafeMutableRawPointer? {
        dlopen(name, RTLD_NOW | RTLD_NOLOAD) ?? dlopen(name, RTLD_NOW)
    }

    /// The numbers of a version such as `7.88.1-DEV`.
    private static func parts(of version: String) -> [Int] {
        version.prefix { $0.isNumber || $0 == "." }.split(separator: ".").compactMap { Int($0) }
    }

    private static let everything = 3
}

/// The name of the library, and the oldest version that has all functions.
package struct CurlRequirement: Sendable {
    package var name: String
    package var version: String

    package init(name: String = "libcurl.so.4", version: String = "7.68.0") {
        self.name = name
        self.version = version
    }
}

extension LibCurl.Problem {
    fileprivate init(_ what: String) {
        text = what + "; install libcurl (on Debian and Ubuntu: apt-get install libcurl4), or use URLSessionTransport"
    }
}
#endif
