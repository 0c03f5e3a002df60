#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Whether an action that nothing delays starts before `execute` returns.
///
/// Linux can always start a task in place; Apple systems since version 26. With `CIS_DEFERRED_STARTS=1` in the
/// environment of the process, every start is deferred, as on the systems before. So an app and its tests can be run
/// there as on those systems.
package let systemStartsTasksInPlace: Bool = {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        !isSetInEnvironment("CIS_DEFERRED_STARTS")
    } else {
        false
    }
}()

/// Whether a variable of the process's environment is `1`.
private func isSetInEnvironment(_ name: String) -> Bool {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    getenv(name).map { String(cString: $0) == "1" } ?? false
    #else
    false
    #endif
}
