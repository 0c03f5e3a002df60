#if canImport(Glibc)
import Glibc
#endif

/// The resident memory of the process in bytes, or 0 where it cannot be read. A coarse measure: it counts the whole
/// process, and what was freed may stay resident.
func residentMemory() -> Int {
    #if canImport(Glibc)
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 256)
    guard fgets(&buffer, Int32(buffer.count), file) != nil else { return 0 }
    let text = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let fields = String(decoding: text, as: UTF8.self).split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return 0 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    #else
    return 0
    #endif
}

/// What a test of constant memory lets the process grow by. Other tests run at the same time; a million actions would exceed it five times.
let coarseMemoryBound = 192 * 1024 * 1024
