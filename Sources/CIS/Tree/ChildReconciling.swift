/// Keeps the children of one declaration in step with the state. The core knows no more of it than this.
@MainActor
protocol ChildReconciling: AnyObject {
    /// The field that the children follow.
    var field: AnyKeyPath { get }
    /// The children, with their keys in a snapshot.
    var children: [(key: String, child: any SceneNode)] { get }
}
