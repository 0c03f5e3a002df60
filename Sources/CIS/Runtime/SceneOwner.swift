/// Owns a scene for something that is created repeatedly, such as a SwiftUI view. The scene is assembled once, at the
/// first access, and lives as long as the owner.
@MainActor
public final class SceneOwner<Definition: SceneDefinition> {
    private enum Content {
        case recipe(() -> SceneRuntime<Definition>)
        case scene(SceneRuntime<Definition>)
    }

    private var content: Content

    /// Creates an owner without a scene. This is cheap, so an owner can be created and discarded at every redraw.
    ///
    /// - Parameter make: Assembles the scene. It is called at most once and released after that.
    public init(_ make: @escaping @MainActor () -> SceneRuntime<Definition>) {
        content = .recipe(make)
    }

    /// The scene, always the same.
    public var scene: SceneRuntime<Definition> {
        switch content {
        case .scene(let scene):
            return scene
        case .recipe(let make):
            let scene = make()
            content = .scene(scene)
            return scene
        }
    }
}
