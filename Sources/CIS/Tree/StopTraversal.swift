/// Stops a tree of scenes, one after the other: a scene that is stopped on a walk leaves its children to the walk, so that
/// the call stack does not grow with the depth of the tree.
@MainActor
final class StopTraversal {
    /// The walk that is stopping the scene whose `stop()` is called now. Taken by that scene: what it calls stops others on
    /// walks of their own, and finds them stopped, with all below them, when it goes on.
    private static var handedOver: (walk: StopTraversal, scene: any SceneNode)?

    /// Those that are still to be stopped, the next one last.
    private var scenes: [any SceneNode]

    private init(_ scenes: [any SceneNode]) {
        self.scenes = scenes
    }

    /// The walk that is stopping a scene, if one is.
    static func takeOver(for scene: any SceneNode) -> StopTraversal? {
        guard let handed = handedOver, handed.scene === scene else { return nil }
        handedOver = nil
        return handed.walk
    }

    /// Stops scenes and everything below them: the last of them first, a parent before its children.
    ///
    /// - Parameter walk: The walk that is stopping their parent. It goes on with them when the parent is done.
    static func stop(_ scenes: [any SceneNode], on walk: StopTraversal?) {
        if let walk {
            walk.scenes += scenes
        } else if !scenes.isEmpty {
            StopTraversal(scenes).run()
        }
    }

    private func run() {
        while let scene = scenes.popLast() {
            Self.handedOver = (self, scene)
            scene.stop()
            Self.handedOver = nil  // it is another kind of node
        }
    }
}
