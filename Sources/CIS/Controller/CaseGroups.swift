/// Caches the groups of the cases of one action type. To create a group, the name of the case is needed, and reading it
/// takes reflection. The cache is indexed by the number of the case, which can be read without reflection.
struct CaseGroups {
    private var groups: [GroupID?] = []
    /// Whether all values of a case have the same name. `false` if the type customizes its reflection.
    private var isNumbered: Bool?

    /// The group of an action's case.
    ///
    /// - Parameter action: An action of the same type in every call.
    mutating func group(of action: some Sendable) -> GroupID {
        let isNumbered = self.isNumbered ?? !(action is any CustomReflectable)
        self.isNumbered = isNumbered
        // The cases of an enum that is imported from C may have any number.
        guard isNumbered, let tag = enumTag(of: action), tag < 1_024 else { return GroupID(caseOf: action) }
        if tag < groups.count, let group = groups[tag] { return group }
        let group = GroupID(caseOf: action)
        if tag >= groups.count { groups += Array(repeating: nil, count: tag + 1 - groups.count) }
        groups[tag] = group
        return group
    }
}
