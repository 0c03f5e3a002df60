/// Owns a scene on behalf of something that is made again and again, such as a SwiftUI view: the scene is assembled
/// once, when first asked for, and lives as long as the owner.
@MainActor
public final class SceneOwner<Definition: SceneDefinition> {
    private enum Content {
        case recipe(() -> SceneRuntime<Definition>)
        case scene(SceneRuntime<Definition>)
    }

    private var content: Content

    /// Makes an owner without a scene yet. Cheap: it may be made at every redraw and thrown away.
    ///
    /// - Parameter make: Assembles the scene. Called at most once, and let go after that with all that it holds.
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
