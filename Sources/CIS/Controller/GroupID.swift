/// The name of an enum case, told apart from a string that an app uses as a group.
private struct CaseName: Hashable, Sendable {
    let name: String
}

/// Names a group of actions within a scene, or one of its sources.
package struct GroupID: Sendable, Hashable, CustomStringConvertible {
    private let id: any Hashable & Sendable

    package init(_ id: some Hashable & Sendable) {
        self.id = id
    }

    /// The id as it was given.
    package var given: AnyHashable { AnyHashable(id) }

    /// The group of all actions of the same case: its name, without its values.
    package init(caseOf action: some Sendable) {
        let mirror = Mirror(reflecting: action)
        let isEnum = mirror.displayStyle == .enum
        // A case without values has no children, and its description is its name, unless the type has one of its own:
        // then cases that describe themselves alike share a group.
        id = CaseName(name: isEnum ? mirror.children.first?.label ?? "\(action)" : "\(type(of: action))")
    }

    package var description: String { "\(id)" }

    package static func == (lhs: GroupID, rhs: GroupID) -> Bool {
        lhs.given == rhs.given
    }

    package func hash(into hasher: inout Hasher) {
        given.hash(into: &hasher)
    }
}
