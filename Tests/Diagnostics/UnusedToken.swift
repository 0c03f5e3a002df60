// expect: result of call to 'observe(_:delivery:initially:onChange:fileID:line:)' is unused
// An observation that is held by a token ends at once when the token is discarded.

import CIS

@MainActor
func observe<Definition: SceneDefinition>(_ scene: SceneRuntime<Definition>, _ count: KeyPath<Definition.State, Int>) {
    scene.observe(count) { _ in }
}
