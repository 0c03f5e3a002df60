package import CIS

/// Records the scenes of a run, to attach what has happened to a test that fails.
///
/// `CISInspectorTesting` implements it, so that only tests that want recordings link a recorder.
@MainActor
package protocol RunRecording: AnyObject, Sendable {
    init()

    /// Records a scene, and the scenes that it makes.
    func record(_ scene: any SceneNode)
    /// Ends the observations. A leak check would report them.
    func stop()
    /// Returns the recording, and releases the recorded values.
    func end() async -> [UInt8]
    /// Attaches the recording of a failed run to the test, and that of a run in another order that has held.
    static func attach(_ failed: [UInt8], comparedWith held: [UInt8]?, at place: SourcePlace)
}

extension TestFailure {
    /// What records the runs of a test. Set by a trait of the test.
    @TaskLocal package static var recording: (any RunRecording.Type)?
}
