package import CIS
internal import CISInspector
package import CISTesting
internal import Testing

/// The recorder of one run of a scenario.
@MainActor
package final class RunRecorder: RunRecording {
    private var recorder: Recorder? = Recorder(redacting: RecordedTrait.current)

    package init() {}

    package func record(_ scene: any SceneNode) { recorder?.record(scene) }

    package func stop() { recorder?.stop() }

    package func end() async -> [UInt8] {
        defer { recorder = nil }
        return await recorder?.bytes() ?? []
    }

    package static func attach(_ failed: [UInt8], comparedWith held: [UInt8]?, at place: SourcePlace) {
        for (name, bytes) in files(failed, comparedWith: held) {
            Attachment.record(bytes, named: name, sourceLocation: place.location)
        }
    }

    /// The files to attach, with their names.
    package static func files(_ failed: [UInt8], comparedWith held: [UInt8]?) -> [(name: String, bytes: [UInt8])] {
        let page = Array(Recording.page(showing: failed, comparedWith: held).utf8)
        var files = [(name: "failed.cisrec", bytes: failed), (name: "failed.html", bytes: page)]
        if let held { files.append((name: "held.cisrec", bytes: held)) }
        return files
    }
}
