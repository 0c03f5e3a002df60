import CISWorkers

/// Tests the decoder of records, with the bytes themselves and with a record that contains them and has the correct
/// checksum.
///
/// Encoding a decoded record must result in the same bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    for kind in [Record.Kind.keyValues, .secrets, .snapshot, .cacheEntry] {
        for candidate in [bytes, sealed(bytes)] {
            if let record = try? Record(candidate, kind: kind), record.bytes != candidate {
                fatalError("read as another record: \(candidate)")
            }
        }
    }
    return 0
}

/// Returns the bytes, followed by their checksum.
private func sealed(_ bytes: [UInt8]) -> [UInt8] {
    let checksum = CRC64.checksum(bytes)
    return bytes + (0..<8).map { UInt8(truncatingIfNeeded: checksum >> (56 - 8 * $0)) }
}
