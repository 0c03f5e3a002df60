/// One change of a ``SceneList``, for a table or another view of the list.
///
/// Apply steps in order: the offsets of a step refer to the list after the steps before it.
public enum SceneListStep<ID: Hashable> {
    /// An item was inserted at an offset.
    case inserted(ID, at: Int)
    /// An item was removed from its offset.
    case removed(ID, at: Int)
    /// An item was moved. The new offset is counted without the item.
    case moved(ID, from: Int, to: Int)
    /// The item at an offset was changed. It is the same element with the same scene.
    case replaced(ID, at: Int)
}

extension SceneListStep: Equatable {}
extension SceneListStep: Hashable {}
extension SceneListStep: Sendable where ID: Sendable {}

/// The changes of a ``SceneList`` since the last call of its observer.
///
/// ```swift
/// scene.observeChanges(of: \.rows, on: self) { table, changes in
///     guard let steps = changes.steps else { return table.reload(changes.list) }
///     for step in steps { table.apply(step) }
/// }
/// ```
public struct SceneListChanges<Item: Identifiable> {
    /// The list after the changes. Do not keep it after the call, because the next change would then have to copy the
    /// list.
    public let list: SceneList<Item>
    /// The changes in order. `nil` if the whole list has to be read: at the first call, after `sort`, `replaceAll` and
    /// `removeAll`, after another list was assigned, or after more steps than are kept (at least 128).
    public let steps: [SceneListStep<Item.ID>]?
}

extension SceneListChanges: Sendable where Item: Sendable, Item.ID: Sendable {}
