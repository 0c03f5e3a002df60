/// Keeps the children of one declaration in step with the state. This protocol is all that the core knows about it.
@MainActor
protocol ChildReconciling: AnyObject {
    /// The field that the children follow.
    var field: AnyKeyPath { get }
    var hasChildren: Bool { get }
    /// The children, with their keys in a snapshot.
    var children: [(key: String, child: any SceneNode)] { get }
}
