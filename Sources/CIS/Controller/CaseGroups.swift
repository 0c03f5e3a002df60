/// The groups of the cases of one action type, each made once: its name takes reflection, its number does not.
struct CaseGroups {
    private var groups: [GroupID?] = []
    /// Whether all values of a case have the same name. Not if the type describes itself to reflection.
    private var isNumbered: Bool?

    /// The group of an action's case.
    ///
    /// - Parameter action: Of the same type in every call.
    mutating func group(of action: some Sendable) -> GroupID {
        let isNumbered = self.isNumbered ?? !(action is any CustomReflectable)
        self.isNumbered = isNumbered
        // Enums that C knows may have any number.
        guard isNumbered, let tag = enumTag(of: action), tag < 1_024 else { return GroupID(caseOf: action) }
        if tag < groups.count, let group = groups[tag] { return group }
        let group = GroupID(caseOf: action)
        if tag >= groups.count { groups += Array(repeating: nil, count: tag + 1 - groups.count) }
        groups[tag] = group
        return group
    }
}
