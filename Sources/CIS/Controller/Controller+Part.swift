extension Controller {
    /// Returns the policy for an action of a part of a scene: the policy of the part's own controller, limited to the
    /// part.
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
    /// In the scene's own actions, all actions of the part are one case and would therefore be one group. This function
    /// gives each case of the part's actions a group of its own. Groups that the part names or cancels belong to the
    /// part. A group of the scene or of another part is a different group, even if it has the same name.
    ///
    /// - Parameters:
    ///   - action: An action of the part.
    ///   - part: Identifies the part in the scene. If a scene has several parts of one kind, include the id of the
    ///     part: `in: "row \(id)"`.
    public func policy(for action: Action, in part: some Hashable & Sendable) -> ActionPolicy {
        policy(for: action).within(GroupID(part), caseOf: action)
    }
}

extension ActionPolicy {
    /// The same policy, with its groups inside a part of a scene.
    fileprivate func within(_ part: GroupID, caseOf action: some Sendable) -> ActionPolicy {
        guard !isPlain else { return self }
        return with(
            group: GroupID(PartGroup(part: part, group: group ?? GroupID(caseOf: action))),
            cancelled: cancelled.map { GroupID(PartGroup(part: part, group: $0)) })
    }
}

/// Identifies a group within a part of a scene.
private struct PartGroup: Hashable, Sendable, CustomStringConvertible {
    let part: GroupID
    let group: GroupID

    var description: String { "\(part): \(group)" }
}
