import CISInspector

/// Tests the reader of recordings, with the bytes themselves and with lines of a valid recording in front of them, and what is made
/// of a recording: sentences, states, comparison, traces and tests.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    for candidate in [bytes, Array(begin.utf8) + bytes] {
        do throws(RecordingProblem) {
            let recording = try Recording(reading: candidate)
            // The scene of the valid lines is in front, and what follows must not take it away.
            if candidate.count > count, recording.scenes.first?.name != "Note" {
                fatalError("lost a scene: \(candidate)")
            }
            for line in recording.lines where line.sentence != line.sentence.inert {
                fatalError("not inert: \(candidate)")
            }
            recording.forEachLine { _, states in
                consume(states?.before.differences(to: states?.after ?? .null).count)
            }
            if let difference = recording.firstDifference(from: recording) {
                fatalError("\(difference): \(candidate)")
            }
            consume(recording.chromeTrace.count + recording.openTelemetry.count)
            consume(GeneratedTest(recording, name: "Tests")?.text().count)
            consume(recording.compatibility(with: recording.scenes.compactMap(\.types)).description.count)
        } catch {
            if error.description.isEmpty { fatalError("an error without a text") }
        }
    }
    return 0
}

private let begin = """
    {"cisrec":1,"program":"notes","library":"swift-cis","platform":"Linux","start":{"wall":"2026-11-26T12:00:00.000Z"},"folded":0}
    {"i":1,"k":"open","t":0,"s":1,"name":"Note","rev":0,"hash":"0","state":{"title":"a","tags":["b",{"c":1.5}]}}

    """

/// Prevents the compiler from removing the computation of a value.
@inline(never) private func consume(_ value: Int?) {}
