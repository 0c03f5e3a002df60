/// One change of a ``SceneList``, for whoever shows the list: a table, a page, a list model.
///
/// Steps are applied one after the other: each offset is one of the list as the steps before have left it.
public enum SceneListStep<ID: Hashable> {
    /// An item came to an offset.
    case inserted(ID, at: Int)
    /// An item left its offset.
    case removed(ID, at: Int)
    /// An item left its offset, and came to another, which is counted without it.
    case moved(ID, from: Int, to: Int)
    /// The item at an offset has another content. It is the same element, with the same scene.
    case replaced(ID, at: Int)
}

extension SceneListStep: Equatable {}
extension SceneListStep: Hashable {}
extension SceneListStep: Sendable where ID: Sendable {}

/// What has changed in a ``SceneList`` since its observer looked at it last.
///
/// ```swift
/// scene.observeChanges(of: \.rows, on: self) { table, changes in
///     guard let steps = changes.steps else { return table.reload(changes.list) }
///     for step in steps { table.apply(step) }
/// }
/// ```
public struct SceneListChanges<Item: Identifiable> {
    /// The list after the changes. Keep it no longer than the call: who keeps it makes the next change copy it.
    public let list: SceneList<Item>
    /// What changed, one step after the other. `nil` if only reading the whole list is honest: at the first call, after
    /// `sort`, `replaceAll` and `removeAll`, after another list was assigned, or after more steps than are kept (at least
    /// 128).
    public let steps: [SceneListStep<Item.ID>]?
}

extension SceneListChanges: Sendable where Item: Sendable, Item.ID: Sendable {}
