extension SceneRuntime {
    /// Observes the individual changes of a list on behalf of an owner. A table that applies them need not compare its
    /// rows; see <doc:ListsOfScenes>.
    ///
    /// - Parameters:
    ///   - field: The path to the list. Its items are not compared.
    ///   - owner: The observing object. The observation ends with it.
    ///   - delivery: At every commit that changes the list (the default), or once per turn of the main actor, with all
    ///     steps of that turn.
    ///   - initially: Whether `onChange` is called at once, to read the whole list. The default is `true`.
    ///   - onChange: Called with the owner and the changes.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    /// - Complexity: O(number of changes). After a commit that does not change the list, only two integers are
    ///   compared.
    @discardableResult
    public func observeChanges<Item, Owner: AnyObject>(
        of field: KeyPath<Definition.State, SceneList<Item>>, on owner: Owner, delivery: Delivery = .everyChange,
        initially: Bool = true, onChange: @escaping (Owner, SceneListChanges<Item>) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        observeChanges(
            of: field, owner, delivery, initially, CallSite(fileID: fileID, line: line), bind(onChange, to: owner))
    }

    /// Observes the individual changes of a list until the token is released or cancelled; see the form with an owner.
    public func observeChanges<Item>(
        of field: KeyPath<Definition.State, SceneList<Item>>, delivery: Delivery = .everyChange,
        initially: Bool = true, onChange: @escaping (SceneListChanges<Item>) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        observeChanges(of: field, nil, delivery, initially, CallSite(fileID: fileID, line: line), onChange)
    }

    private func observeChanges<Item>(
        of field: KeyPath<Definition.State, SceneList<Item>>, _ owner: AnyObject?, _ delivery: Delivery,
        _ initially: Bool, _ site: CallSite, _ onChange: @escaping (SceneListChanges<Item>) -> Void
    ) -> ObservationToken {
        let offset = MemoryLayout<Definition.State>.offset(of: field)
        if offset == nil { publisher.reportUnreadable(pathKind(of: field), "An observer is never called", at: site) }
        // The version of the list that the observer received last. 0 before the first call, because versions start at 1.
        var seen: UInt64 = 0
        let observer = Observer(owner: owner, delivery: delivery) { state, occasion in
            let state = state.assumingMemoryBound(to: Definition.State.self)
            let isThere = withField(of: field, at: offset, in: state) { list in
                let version = list.pointee.version.number
                guard version != seen else { return }
                let last = seen
                seen = version
                if occasion == .select { return }
                let changes = SceneListChanges(list: list.pointee, steps: list.pointee.steps(since: last))
                // An empty array of steps means that an item was refused and the list is unchanged.
                if changes.steps?.isEmpty != true { onChange(changes) }
            }
            // When it is there again, its rows are new.
            if !isThere { seen = 0 }
        }
        // The version is the first field of a list, so that comparing its bits is enough. An observer that is not
        // called at once begins with the changes after the current state.
        let token = publisher.register(
            observer, field: BitField(offset: offset, of: UInt64.self), selects: !initially, begins: initially)
        return publisher.noted(token, "observeChanges", at: site)
    }
}

/// One change of a ``SceneList``, for a table or another view of the list.
///
/// Apply steps in order: the offsets of a step refer to the list after the steps before it.
public enum SceneListStep<ID: Hashable>: Hashable {
    /// An item was inserted at an offset.
    case inserted(ID, at: Int)
    /// An item was removed from its offset.
    case removed(ID, at: Int)
    /// An item was moved. The new offset is counted without the item.
    case moved(ID, from: Int, to: Int)
    /// The item at an offset was changed. It is the same element with the same scene.
    case replaced(ID, at: Int)
}

extension SceneListStep: Sendable where ID: Sendable {}

/// The changes of a ``SceneList`` since the last call of its observer; see
/// ``SceneRuntime/observeChanges(of:on:delivery:initially:onChange:fileID:line:)``.
public struct SceneListChanges<Item: Identifiable> {
    /// The list after the changes. Do not keep it after the call, because the next change would then have to copy the
    /// list.
    public let list: SceneList<Item>
    /// The changes in order. `nil` if the whole list has to be read: for the initial list, after `sort`, `replaceAll` and
    /// `removeAll`, after another list was assigned, or after more steps than are kept (at least 128).
    public let steps: [SceneListStep<Item.ID>]?
}

extension SceneListChanges: Sendable where Item: Sendable, Item.ID: Sendable {}

extension SceneList {
    /// `nil` if the list has not kept all steps after the version. Then the whole list has to be read.
    func steps(since version: UInt64) -> [SceneListStep<Item.ID>]? {
        guard let storage, let start = storage.log.index(after: version) else {
            return version == self.version.number ? [] : nil
        }
        return storage.log.changes[start...].compactMap { SceneListStep($0) }
    }
}

extension SceneListStep {
    fileprivate init?(_ change: SceneListLog.Change) {
        guard let id = change.id as? ID else { return nil }
        let (offset, target) = (Int(change.offset), Int(change.target))
        switch change.kind {
        case .inserted: self = .inserted(id, at: offset)
        case .removed: self = .removed(id, at: offset)
        case .moved: self = .moved(id, from: offset, to: target)
        case .replaced: self = .replaced(id, at: offset)
        case .refused: return nil
        }
    }
}
