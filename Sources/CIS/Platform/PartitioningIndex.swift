extension RandomAccessCollection where Index == Int {
    /// The index of the first element that fulfils the condition, as do all elements behind it; the end if none does.
    /// O(log *n*). The same as the function of this name in swift-algorithms.
    func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
