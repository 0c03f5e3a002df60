#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How long a long chain is: a million, or a tenth of it under the thread sanitizer, which is ten times as slow and looks
/// for something else.
let million = isThreadSanitized ? 100_000 : 1_000_000

private let isThreadSanitized: Bool = {
    guard let program = dlopen(nil, RTLD_NOW) else { return false }
    defer { dlclose(program) }
    return dlsym(program, "__tsan_init") != nil
}()
