/// Owns a scene on behalf of something that is made again and again, such as a SwiftUI view: the scene is assembled
/// once, when first asked for, and lives as long as the owner.
@MainActor
public final class SceneOwner<Definition: SceneDefinition> {
    private let make: () -> SceneRuntime<Definition>
    private var made: SceneRuntime<Definition>?

    /// Makes an owner without a scene yet. Cheap: it may be made at every redraw and thrown away.
    ///
    /// - Parameter make: Assembles the scene. Called at most once.
    public init(_ make: @escaping @MainActor () -> SceneRuntime<Definition>) {
        self.make = make
    }

    /// The scene, always the same.
    public var scene: SceneRuntime<Definition> {
        if let made { return made }
        let scene = make()
        made = scene
        return scene
    }
}
