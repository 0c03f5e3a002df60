extension Controller {
    /// How an action of a part of a scene relates to others: what the part's own controller says, within the part.
    ///
    /// ```swift
    /// func handle(_ action: Episode.Action) async {
    ///     switch action {
    ///     case .favouriting(let action): await favouriting.handle(action)
    ///     }
    /// }
    /// func policy(for action: Episode.Action) -> ActionPolicy {
    ///     switch action {
    ///     case .favouriting(let action): favouriting.policy(for: action, in: "favouriting")
    ///     }
    /// }
    /// ```
    ///
    /// To the scene all actions of the part are one case, and so would be one group. Here each case of the part's actions is a
    /// group of its own. Groups that the part names, and those that it cancels, belong to the part: what the scene or another
    /// part calls by the same name is another group.
    ///
    /// - Parameters:
    ///   - action: An action of the part.
    ///   - part: Tells the part apart from others in the scene. Where a scene has several parts of a kind, include which one:
    ///     `in: "row \(id)"`.
    public func policy(for action: Action, in part: some Hashable & Sendable) -> ActionPolicy {
        policy(for: action).within(GroupID(part), caseOf: action)
    }
}

extension ActionPolicy {
    /// The same policy with its groups within a part of a scene.
    fileprivate func within(_ part: GroupID, caseOf action: some Sendable) -> ActionPolicy {
        guard !isPlain else { return self }
        return with(
            group: GroupID(PartGroup(part: part, group: group ?? GroupID(caseOf: action))),
            cancelled: cancelled.map { GroupID(PartGroup(part: part, group: $0)) })
    }
}

/// Names a group within a part of a scene.
private struct PartGroup: Hashable, Sendable, CustomStringConvertible {
    let part: GroupID
    let group: GroupID

    var description: String { "\(part): \(group)" }
}
