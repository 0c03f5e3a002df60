package import CIS

/// A replacement of neighbouring items of a list by others, in the form that GLib's list stores take.
package struct ListSplice<ID: Hashable & Sendable>: Sendable, Equatable {
    package var position: Int
    package var removed: Int
    package var inserted: [ID]

    package init(position: Int, removed: Int = 0, inserted: [ID] = []) {
        self.position = position
        self.removed = removed
        self.inserted = inserted
    }
}

extension SceneListChanges where Item.ID: Sendable {
    /// The insertions, removals and moves, to be applied one after the other. `nil` if the whole list has to be read.
    ///
    /// Neighbours that are inserted or removed one after the other are one splice, so a page of films is one change of the
    /// list view, not twenty. Items that were replaced keep their places, and are in ``replaced`` instead.
    package var splices: [ListSplice<Item.ID>]? {
        guard let steps else { return nil }
        var splices: [ListSplice<Item.ID>] = []
        for step in steps {
            switch step {
            case .inserted(let id, let position): splices.putIn(id, at: position)
            case .removed(_, let position): splices.takeOut(at: position)
            case .moved(let id, let old, let new):
                splices.takeOut(at: old)
                splices.putIn(id, at: new)
            case .replaced: break
            }
        }
        return splices
    }

    /// The ids of the items that have changed and kept their places.
    package var replaced: Set<Item.ID> {
        Set((steps ?? []).compactMap { if case .replaced(let id, _) = $0 { id } else { nil } })
    }
}

extension Array {
    fileprivate mutating func putIn<ID>(_ id: ID, at position: Int) where Element == ListSplice<ID> {
        if let last = indices.last, position == self[last].position + self[last].inserted.count {
            self[last].inserted.append(id)
        } else {
            append(ListSplice(position: position, inserted: [id]))
        }
    }

    fileprivate mutating func takeOut<ID>(at position: Int) where Element == ListSplice<ID> {
        if let last = indices.last, self[last].inserted.isEmpty, position == self[last].position {
            self[last].removed += 1
        } else {
            append(ListSplice(position: position, removed: 1))
        }
    }
}
