#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How often a test repeats itself: as often as it says in a release build, less often in a slower build, so that all tests
/// together take seconds there. `CIS_EFFORT=full` repeats as often as it says in any build.
func times(_ count: Int) -> Int {
    max(count / slowness, 1)
}

private let slowness: Int = {
    if getenv("CIS_EFFORT") != nil { return 1 }
    #if DEBUG
    return isThreadSanitized ? 100 : 20
    #else
    return 1
    #endif
}()

private let isThreadSanitized: Bool = {
    guard let program = dlopen(nil, RTLD_NOW) else { return false }
    defer { dlclose(program) }
    return dlsym(program, "__tsan_init") != nil
}()
