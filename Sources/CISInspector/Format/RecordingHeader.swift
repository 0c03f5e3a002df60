internal import Foundation

/// The first line of a recording.
public struct RecordingHeader: Sendable, Hashable {
    /// The version of the format that this library writes.
    public static let currentVersion = 1

    /// The version of the format.
    public let version: Int
    /// The name of the program.
    public let program: String
    /// The system on which it ran.
    public let platform: String
    /// When the recording began, as text in the form of ISO 8601.
    public let start: String
    /// The seed of the run, if it had one.
    public let seed: String?
    /// What was left out, besides every `Secret`.
    public let redaction: [String]
    /// The number of older lines that were folded into the states at the beginning. 0 if the recording is complete.
    public let folded: Int

    init(program: String, start: Date, seed: String?, redaction: [String]) {
        version = Self.currentVersion
        self.program = program
        platform = Self.platform
        self.start = start.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        self.seed = seed
        self.redaction = redaction
        folded = 0
    }

    /// The wall clock at the start, in microseconds since 1970. `nil` if it is unknown or cannot be used.
    var wallClock: Int? {
        let dates = [true, false].compactMap {
            try? Date(start, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: $0))
        }
        guard let date = dates.first else { return nil }
        return Int(exactly: (date.timeIntervalSince1970 * 1_000_000).rounded())
            .flatMap { RecordedValue.int($0).microseconds }
    }

    private static var platform: String {
        #if os(Linux)
        "Linux"
        #elseif os(macOS)
        "macOS"
        #elseif os(iOS)
        "iOS"
        #else
        "other"
        #endif
    }

    func value(folded: Int) -> RecordedValue {
        .object([
            "cisrec": .int(version), "program": .text(program), "library": .text("swift-cis"),
            "platform": .text(platform), "start": .object(["wall": .text(start)]), "seed": seed.map { .text($0) },
            "redaction": .array(redaction.map { .text($0) }), "folded": .int(folded),
        ])
    }

    init(_ fields: LineFields) throws(RecordingProblem) {
        version = try fields.required("cisrec", \.int, "the version of the format, a whole number")
        guard version >= 1 else { throw fields.problem("cisrec", "1 or a greater number", "\(version)") }
        program = fields.known("program", \.text) ?? "a program"
        platform = fields.known("platform", \.text) ?? "unknown"
        start = fields.value["start"]?["wall"]?.text ?? ""
        seed = fields.known("seed", \.text)
        folded = fields.known("folded", \.int) ?? 0
        guard case .array(let marks)? = fields.value["redaction"] else {
            redaction = []
            return
        }
        redaction = marks.compactMap(\.text)
    }
}
