import CIS
import CISWorkers
import Foundation

/// Tests the decoder of snapshots, with the bytes themselves and with valid records of versions 0 to 3 that contain
/// them, so that migrations and the decoder of the value are reached. Decoded snapshots are encoded and decoded again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let version = UInt32(bytes.first ?? 0) % 4
    let candidates = [bytes, Record(kind: .snapshot, version: version, content: Array(bytes.dropFirst())).bytes]
    for candidate in candidates {
        do throws(StorageError) {
            let snapshot = try store.decode(candidate)
            let again = try store.decode(try store.encode(snapshot))
            if again != snapshot { fatalError("read as another snapshot: \(candidate)") }
        } catch {
            if error.description.isEmpty { fatalError("an error without a text") }
        }
    }
    return 0
}

private let store = SnapshotStore<SceneSnapshot>(
    URL(filePath: "/snapshot"), version: 2,
    migrations: [.scenes(from: 1) { $0.type += "!" }], files: MemoryFiles())
