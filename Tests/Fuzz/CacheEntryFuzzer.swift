import CISWorkers

/// Tests the decoder of cache entries, with the bytes themselves and with a valid record that contains them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    for candidate in [bytes, Record(kind: .cacheEntry, version: 1, content: bytes).bytes] {
        guard let entry = CacheEntry(candidate) else { continue }
        if entry.bytes != candidate { fatalError("read as another entry: \(candidate)") }
        _ = entry.isFresh(at: entry.stored)
    }
    return 0
}
