/// The changes of a list since a version.
extension SceneList {
    /// The steps after a version.
    ///
    /// - Returns: `nil` if the list has not kept all of these steps. Then the whole list has to be read.
    func steps(since version: UInt64) -> [SceneListStep<Item.ID>]? {
        guard let storage, let start = storage.log.index(after: version) else {
            return version == self.version.number ? [] : nil
        }
        return zip(storage.log.entries[start...], storage.loggedIDs[start...]).compactMap { SceneListStep($0, $1) }
    }
}

extension SceneListStep {
    fileprivate init?(_ entry: SceneListLog.Entry, _ id: ID) {
        let (offset, target) = (Int(entry.offset), Int(entry.target))
        switch entry.kind {
        case .inserted: self = .inserted(id, at: offset)
        case .removed: self = .removed(id, at: offset)
        case .moved: self = .moved(id, from: offset, to: target)
        case .replaced: self = .replaced(id, at: offset)
        case .refused: return nil
        }
    }
}
