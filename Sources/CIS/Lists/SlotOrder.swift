/// An order of slots that can be changed anywhere and read in both directions: the slot at an offset, and the offset of
/// a slot.
///
/// It is not generic, so its code exists once. The slots are in chunks of at most 128. A change moves and searches one
/// chunk, and adds one to the starts of the chunks behind it. With 100,000 slots these are 800 additions, which the
/// processor does several at a time.
@usableFromInline
struct SlotOrder: Sendable {
    private struct Chunk {
        var slots: ContiguousArray<Int32>
        /// Identifies the chunk in `chunkOf`, even when chunks before it are added and removed.
        let number: Int32
    }

    private static var chunkSize: Int { 128 }

    private var chunks: ContiguousArray<Chunk> = []
    /// The offset at which each chunk begins.
    private var starts: ContiguousArray<Int32> = []
    /// The index of the chunk with a number.
    private var places: ContiguousArray<Int32> = []
    /// The numbers of removed chunks.
    private var vacant: ContiguousArray<Int32> = []
    /// The number of the chunk in which a slot is.
    private var chunkOf: ContiguousArray<Int32> = []
    @usableFromInline private(set) var count = 0

    init() {}

    /// The slot at an offset, which must exist.
    @usableFromInline
    func slot(at offset: Int) -> Int {
        let index = chunkIndex(of: offset)
        return Int(chunks[index].slots[offset - Int(starts[index])])
    }

    /// The offset of a slot, which must exist.
    @usableFromInline
    func offset(of slot: Int) -> Int {
        let index = chunkIndex(containing: slot)
        return Int(starts[index]) + position(of: slot, in: index)
    }

    /// All slots, in order.
    @usableFromInline var slots: ContiguousArray<Int32> {
        var all: ContiguousArray<Int32> = []
        all.reserveCapacity(count)
        for chunk in chunks { all += chunk.slots }
        return all
    }

    // MARK: Changing

    /// Inserts a slot at an offset from 0 to `count`.
    mutating func insert(_ slot: Int, at offset: Int) {
        if chunks.isEmpty { addChunk([], at: 0) }
        var index = chunkIndex(of: offset)
        var position = offset - Int(starts[index])
        if chunks[index].slots.count == Self.chunkSize {
            if offset == count {
                // Appending fills one chunk after the other.
                addChunk([], at: index + 1)
                (index, position) = (index + 1, 0)
            } else {
                let half = Self.chunkSize / 2
                split(index, at: half)
                if position > half { (index, position) = (index + 1, position - half) }
            }
        }
        chunks[index].slots.insert(Int32(slot), at: position)
        note(slot, in: chunks[index].number)
        moveStarts(after: index, by: 1)
        count += 1
    }

    /// Removes a slot, which must exist.
    ///
    /// - Returns: Its offset.
    @discardableResult
    mutating func remove(_ slot: Int) -> Int {
        let index = chunkIndex(containing: slot)
        let position = position(of: slot, in: index)
        let offset = Int(starts[index]) + position
        chunks[index].slots.remove(at: position)
        moveStarts(after: index, by: -1)
        count -= 1
        if chunks[index].slots.isEmpty { removeChunk(index) }
        return offset
    }

    /// Replaces the order. Each slot must occur once.
    mutating func replaceAll(with slots: ContiguousArray<Int32>) {
        self = SlotOrder()
        chunkOf = ContiguousArray(repeating: 0, count: Int(slots.max() ?? -1) + 1)
        var start = 0
        while start < slots.count {
            let end = min(start + Self.chunkSize, slots.count)
            addChunk(ContiguousArray(slots[start..<end]), at: chunks.count)
            count = end
            start = end
        }
    }

    // MARK: Chunks

    /// The last chunk that begins at or before an offset.
    private func chunkIndex(of offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(starts[middle]) <= offset { low = middle } else { high = middle }
        }
        return low
    }

    private func chunkIndex(containing slot: Int) -> Int { Int(places[Int(chunkOf[slot])]) }

    private func position(of slot: Int, in index: Int) -> Int {
        let slot = Int32(slot)
        return chunks[index].slots.withUnsafeBufferPointer { slots in
            var position = 0
            while position < slots.count, slots[position] != slot { position += 1 }
            return position
        }
    }

    private mutating func moveStarts(after index: Int, by distance: Int32) {
        // Without bounds checks, so that the compiler vectorizes the loop.
        starts.withUnsafeMutableBufferPointer { starts in
            var other = index + 1
            while other < starts.count {
                starts[other] &+= distance
                other += 1
            }
        }
    }

    private mutating func note(_ slot: Int, in chunk: Int32) {
        while chunkOf.count <= slot { chunkOf.append(0) }
        chunkOf[slot] = chunk
    }

    /// Inserts a chunk. Its slots are included in `count` already.
    private mutating func addChunk(_ slots: ContiguousArray<Int32>, at index: Int) {
        let number = vacant.popLast() ?? Int32(places.count)
        if Int(number) == places.count { places.append(0) }
        let start = index < starts.count ? starts[index] : Int32(count)
        chunks.insert(Chunk(slots: slots, number: number), at: index)
        starts.insert(start, at: index)
        for slot in slots { note(Int(slot), in: number) }
        placeChunks(from: index)
    }

    private mutating func removeChunk(_ index: Int) {
        vacant.append(chunks[index].number)
        chunks.remove(at: index)
        starts.remove(at: index)
        placeChunks(from: index)
    }

    private mutating func split(_ index: Int, at position: Int) {
        let upper = ContiguousArray(chunks[index].slots[position...])
        chunks[index].slots.removeSubrange(position...)
        addChunk(upper, at: index + 1)
        starts[index + 1] = starts[index] + Int32(position)
    }

    private mutating func placeChunks(from index: Int) {
        for place in index..<chunks.count { places[Int(chunks[place].number)] = Int32(place) }
    }
}
