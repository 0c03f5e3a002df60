/// Stops a tree of scenes in a loop. A scene that is stopped by a traversal leaves its children to the traversal, so
/// that the call stack does not grow with the depth of the tree.
@MainActor
final class StopTraversal {
    /// The traversal that is calling `stop()` on a scene now. The scene takes it over and sets this to `nil`.
    ///
    /// The scene may call code that stops other scenes. That code then starts a traversal of its own, so its call of
    /// `stop()` returns only when those scenes and all scenes below them are stopped.
    private static var handedOver: (traversal: StopTraversal, scene: any SceneNode)?

    /// The scenes to be stopped, the next one last.
    private var scenes: [any SceneNode]

    private init(_ scenes: [any SceneNode]) {
        self.scenes = scenes
    }

    /// The traversal that is stopping the scene, if there is one.
    static func takeOver(for scene: any SceneNode) -> StopTraversal? {
        guard let handed = handedOver, handed.scene === scene else { return nil }
        handedOver = nil
        return handed.traversal
    }

    /// Stops scenes and everything below them: the last scene first, a parent before its children.
    ///
    /// - Parameter traversal: The traversal that is stopping their parent. It continues with the scenes after the
    ///   parent.
    static func stop(_ scenes: [any SceneNode], on traversal: StopTraversal?) {
        if let traversal {
            traversal.scenes += scenes
        } else if !scenes.isEmpty {
            StopTraversal(scenes).run()
        }
    }

    private func run() {
        while let scene = scenes.popLast() {
            Self.handedOver = (self, scene)
            scene.stop()
            Self.handedOver = nil  // not `nil` yet if the scene is a node of another type
        }
    }
}
