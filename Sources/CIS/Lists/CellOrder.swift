/// The order of a list's cells. A cell is the number of a storage place: an element stays in its cell while it is in
/// the list, even when it is moved.
///
/// The order can be changed at any offset. It returns both the cell at an offset and the offset of a cell. It is not
/// generic, so its code exists once. The cells are in chunks of at most 128. A change searches and moves cells in one
/// chunk, and adjusts the starts of all following chunks. With 100,000 cells these are about 800 additions.
@usableFromInline
struct CellOrder: Sendable {
    private struct Chunk {
        var cells: ContiguousArray<Int32>
        /// Identifies the chunk in `chunkOf`, even when chunks before it are added and removed.
        let number: Int32
    }

    private static var chunkSize: Int { 128 }

    private var chunks: ContiguousArray<Chunk> = []
    /// The offset at which each chunk begins.
    private var starts: ContiguousArray<Int32> = []
    /// For each chunk number, the index of the chunk.
    private var indices: ContiguousArray<Int32> = []
    /// The numbers of removed chunks.
    private var vacant: ContiguousArray<Int32> = []
    /// For each cell, the number of the chunk that contains it.
    private var chunkOf: ContiguousArray<Int32> = []
    private(set) var count = 0

    init() {}

    /// The cell at an offset, which must exist.
    @usableFromInline
    func cell(at offset: Int) -> Int {
        let index = chunkIndex(of: offset)
        return Int(chunks[index].cells[offset - Int(starts[index])])
    }

    /// The offset of a cell, which must exist.
    func offset(of cell: Int) -> Int {
        let index = chunkIndex(containing: cell)
        return Int(starts[index]) + position(of: cell, in: index)
    }

    var cells: ContiguousArray<Int32> {
        var all: ContiguousArray<Int32> = []
        all.reserveCapacity(count)
        for chunk in chunks { all += chunk.cells }
        return all
    }

    // MARK: Changing

    /// Inserts a cell at an offset from 0 to `count`.
    mutating func insert(_ cell: Int, at offset: Int) {
        if chunks.isEmpty { addChunk([], at: 0) }
        var index = chunkIndex(of: offset)
        var position = offset - Int(starts[index])
        if chunks[index].cells.count == Self.chunkSize {
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
        chunks[index].cells.insert(Int32(cell), at: position)
        note(cell, in: chunks[index].number)
        moveStarts(after: index, by: 1)
        count += 1
    }

    /// Removes a cell, which must exist, and returns its offset.
    @discardableResult
    mutating func remove(_ cell: Int) -> Int {
        let index = chunkIndex(containing: cell)
        let position = position(of: cell, in: index)
        let offset = Int(starts[index]) + position
        chunks[index].cells.remove(at: position)
        moveStarts(after: index, by: -1)
        count -= 1
        if chunks[index].cells.isEmpty { removeChunk(index) }
        return offset
    }

    /// Replaces the order. Each cell must occur once.
    mutating func replaceAll(with cells: ContiguousArray<Int32>) {
        self = CellOrder()
        chunkOf = ContiguousArray(repeating: 0, count: Int(cells.max() ?? -1) + 1)
        var start = 0
        while start < cells.count {
            let end = min(start + Self.chunkSize, cells.count)
            addChunk(ContiguousArray(cells[start..<end]), at: chunks.count)
            count = end
            start = end
        }
    }

    // MARK: Chunks

    /// The last chunk that begins at or before an offset.
    private func chunkIndex(of offset: Int) -> Int {
        max(0, starts.partitioningIndex { Int($0) > offset } - 1)
    }

    private func chunkIndex(containing cell: Int) -> Int { Int(indices[Int(chunkOf[cell])]) }

    private func position(of cell: Int, in index: Int) -> Int {
        guard let position = chunks[index].cells.firstIndex(of: Int32(cell)) else {
            preconditionFailure("A list has lost a cell.")
        }
        return position
    }

    private mutating func moveStarts(after index: Int, by distance: Int32) {
        for other in starts.indices.dropFirst(index + 1) { starts[other] += distance }
    }

    private mutating func note(_ cell: Int, in chunk: Int32) {
        while chunkOf.count <= cell { chunkOf.append(0) }
        chunkOf[cell] = chunk
    }

    /// Inserts a chunk, without changing `count`. If it is the last one, it begins at `count`; `split` corrects that
    /// afterwards.
    private mutating func addChunk(_ cells: ContiguousArray<Int32>, at index: Int) {
        let number = vacant.popLast() ?? Int32(indices.count)
        if Int(number) == indices.count { indices.append(0) }
        let start = index < starts.count ? starts[index] : Int32(count)
        chunks.insert(Chunk(cells: cells, number: number), at: index)
        starts.insert(start, at: index)
        for cell in cells { note(Int(cell), in: number) }
        indexChunks(from: index)
    }

    private mutating func removeChunk(_ index: Int) {
        vacant.append(chunks[index].number)
        chunks.remove(at: index)
        starts.remove(at: index)
        indexChunks(from: index)
    }

    private mutating func split(_ index: Int, at position: Int) {
        let upper = ContiguousArray(chunks[index].cells[position...])
        chunks[index].cells.removeSubrange(position...)
        addChunk(upper, at: index + 1)
        starts[index + 1] = starts[index] + Int32(position)
    }

    private mutating func indexChunks(from index: Int) {
        for index in index..<chunks.count { indices[Int(chunks[index].number)] = Int32(index) }
    }
}
