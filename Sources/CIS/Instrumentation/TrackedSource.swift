/// Describes a source to the quiescence tracker.
package struct TrackedSource: Sendable, CustomStringConvertible {
    /// The id that the scene has given to the source.
    package let id: GroupID
    package let scene: SceneIdentity
    /// The type of the sequence that the source reads, if that sequence does not report its suspensions itself.
    package let untrackedSequence: (any Any.Type)?

    package var description: String { "source \(id)" }
}
