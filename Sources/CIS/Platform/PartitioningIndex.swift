extension RandomAccessCollection where Index == Int {
    /// The index of the first element that fulfils the condition; the end if none does. All elements behind it fulfil it, too.
    /// The function of the same name in swift-algorithms does the same.
    ///
    /// - Complexity: O(log *n*).
    func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
