// expect below: protocol requires property 'domainState'
// A state declares the type of its domain state, and no property of this type.

import CIS

enum Tally: SceneDefinition {
    enum Action: Sendable { case tapped }
    enum Mutation: Sendable { case added(Int) }
    struct State: SceneState {
        struct DomainState: Sendable { var numbers: [Int] = [] }
    }
}
