/// The name of an enum case. A type of its own, so that it differs from a string that an app uses as a group.
private struct ActionCase: Hashable, Sendable {
    let name: String
}

/// Identifies a group of actions of a scene, or a source of the scene.
package struct GroupID: Sendable, Hashable, CustomStringConvertible {
    /// Stored in an object, so that copies are cheap and most comparisons compare addresses only. Leak checks ignore
    /// this object, because every policy that names the group shares it.
    package final class Value: Sendable {
        fileprivate let id: any Hashable & Sendable
        fileprivate let hash: Int

        fileprivate init(_ id: any Hashable & Sendable) {
            self.id = id
            hash = AnyHashable(id).hashValue
        }
    }

    private let value: Value

    package init(_ id: some Hashable & Sendable) {
        value = Value(id)
    }

    /// The id as it was given.
    package var given: AnyHashable { AnyHashable(value.id) }

    /// The group of all actions of the same case, identified by the name of the case.
    package init(caseOf action: some Sendable) {
        let mirror = Mirror(reflecting: action)
        let isEnum = mirror.displayStyle == .enum
        // A case without values has no children, and its description is its name. If the type has its own description,
        // cases with the same description share a group.
        self.init(ActionCase(name: isEnum ? mirror.children.first?.label ?? "\(action)" : "\(type(of: action))"))
    }

    package var description: String { "\(value.id)" }

    package static func == (lhs: GroupID, rhs: GroupID) -> Bool {
        lhs.value === rhs.value || lhs.value.hash == rhs.value.hash && lhs.given == rhs.given
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(value.hash)
    }
}
