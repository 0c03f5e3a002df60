import CISWorkers

/// Feeds the decoder of cache entries, with the bytes as they come and as the content of a record that is whole.
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
