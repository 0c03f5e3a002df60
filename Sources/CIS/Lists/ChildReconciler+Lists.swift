/// Keeping children in step with a list.
extension ChildReconciler {
    /// Removes the children of elements that are gone, youngest first, then makes those that are new, in the order of the
    /// list.
    ///
    /// - Parameters:
    ///   - list: What is known of the list without the types of its items.
    ///   - id: Gives the id of the item in a slot.
    ///   - make: Makes the child of the item in a slot.
    /// - Complexity: O(number of steps since the last time), or O(*n*) if the list does not know them any more.
    func follow<Owner>(
        _ list: UntypedSceneListStorage, in scene: SceneRuntime<Owner>, id: (_ slot: Int) -> any Sendable,
        make: (_ slot: Int) -> any SceneNode
    ) {
        var gone: [UInt64] = []
        var new: [Int] = []
        if let start = list.log.index(after: version) {
            for entry in list.log.entries[start...] {
                switch entry.kind {
                case .removed: gone.append(entry.origin)
                // It may have gone since, and another have come into its slot.
                case .inserted where list.origins[Int(entry.slot)] == entry.origin: new.append(Int(entry.slot))
                default: break
                }
            }
            new.removeAll { made[list.origins[$0]] != nil }
            if new.count > 1 { new.sort { list.order.offset(of: $0) < list.order.offset(of: $1) } }
        } else {
            let slots = list.order.slots.map(Int.init)
            let origins = Set(slots.map { list.origins[$0] })
            gone = made.keys.filter { !origins.contains($0) }
            new = slots.filter { made[list.origins[$0]] == nil }
        }
        version = list.version
        stop(gone, in: scene)
        for slot in new {
            guard add(list.origins[slot], id(slot), in: scene, make: { make(slot) }) else { return }
        }
    }

    /// Whether a list has left out an item since the last time. Counts as reported from now on.
    func hasNewRefusal(_ list: UntypedSceneListStorage) -> Bool {
        defer { reportedRefusal = list.refusal }
        return list.refusal != 0 && list.refusal != reportedRefusal
    }
}
