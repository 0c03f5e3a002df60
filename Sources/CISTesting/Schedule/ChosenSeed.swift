#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The seed that the environment asks for.
var chosenSeed: UInt64? {
    getenv("CIS_SEED").flatMap { UInt64(String(cString: $0)) }
}
