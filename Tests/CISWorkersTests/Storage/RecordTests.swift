import CISWorkers
import TestSupport
import Testing

@Suite struct `The format of files` {
    @Test func `the checksum is CRC-64/XZ`() {
        #expect(CRC64.checksum("123456789".utf8) == 0x995D_C9BB_DF19_39FA)
        #expect(CRC64.checksum([]) == 0)
    }

    @Test func `a record has the documented bytes`() throws {
        let record = Record(kind: .snapshot, version: 0x0102_0304, content: Array("{}".utf8))
        let head: [UInt8] = Array("CISR".utf8) + [1, 3, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 2] + Array("{}".utf8)
        #expect(Array(record.bytes.dropLast(8)) == head)
        #expect(record.bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) } == CRC64.checksum(head))
        #expect(try Record(record.bytes, kind: .snapshot) == record)
    }

    @Test func `each kind of damage has its own error`() {
        let whole = Record(kind: .snapshot, version: 1, content: [7]).bytes
        #expect(throws: Record.Damage.tooShort) { try Record([], kind: .snapshot) }
        #expect(throws: Record.Damage.notARecord) {
            try Record(Array("{\"a\": \"plain JSON of somebody else\"}".utf8), kind: .snapshot)
        }
        #expect(throws: Record.Damage.newerLayout) { try Record(changed(whole, at: 4, to: 2), kind: .snapshot) }
        #expect(throws: Record.Damage.notARecord) { try Record(changed(whole, at: 4, to: 0), kind: .snapshot) }
        #expect(throws: Record.Damage.wrongLength) { try Record(changed(whole, at: 17, to: 2), kind: .snapshot) }
        #expect(throws: Record.Damage.wrongLength) { try Record(changed(whole, at: 10, to: 255), kind: .snapshot) }
        #expect(throws: Record.Damage.wrongChecksum) { try Record(changed(whole, at: 18, to: 8), kind: .snapshot) }
        #expect(throws: Record.Damage.otherKind) { try Record(whole, kind: .cacheEntry) }
    }

    @Test func `a cache entry has the documented bytes`() throws {
        let entry = CacheEntry(key: "ké", stored: -1, expires: 258, value: [9])
        let record = try Record(entry.bytes, kind: .cacheEntry)
        let times: [UInt8] = Array(repeating: 255, count: 8) + [0, 0, 0, 0, 0, 0, 1, 2]
        #expect(record.content == times + [0, 0, 0, 3] + Array("ké".utf8) + [9])
        #expect(CacheEntry(entry.bytes) == entry)
    }

    @Test func `random bytes, also with a matching checksum, are decoded or refused`() {
        for seed in seeds(1, for: "random records") {
            var dice = Dice(seed: seed)
            var read = 0
            let count = fewerWhenSanitized(5000)
            for _ in 0..<count {
                let content = (0..<dice.next() % 60).map { _ in UInt8(dice.next() % 4 * 85) }
                let bytes = Record(kind: .cacheEntry, version: 1, content: content).bytes
                if let entry = CacheEntry(bytes) {
                    read += 1
                    #expect(entry.bytes == bytes)
                }
                #expect(CacheEntry(content) == nil)
            }
            // With fewer seeds, there may be no record that can be read.
            if count == 5000 { #expect(read > 0, "seed \(seed)") }
        }
    }

    private func changed(_ bytes: [UInt8], at index: Int, to byte: UInt8) -> [UInt8] {
        var bytes = bytes
        bytes[index] = byte
        return bytes
    }
}
