// expect: requires that 'NotEquatable' conform to 'Equatable'
// A value that cannot be compared must not silently take the form without a filter.

import CIS

struct NotEquatable {}

@MainActor
func observe<Definition: SceneDefinition>(
    _ scene: SceneRuntime<Definition>, _ field: KeyPath<Definition.State, NotEquatable>
) -> ObservationToken {
    scene.observe(field) { _ in }
}
