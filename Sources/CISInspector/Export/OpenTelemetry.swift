extension Recording {
    /// The recording as OTLP/JSON, the body of `POST /v1/traces` of an OpenTelemetry collector.
    ///
    /// What was caused from outside begins a trace. Actions, use cases and mutations are spans below their causes;
    /// outputs, drops, cancellations and stops are events of the span that has caused them.
    public var openTelemetry: String {
        let resource = SpanExport.attributes(["service.name": header.program, "os.name": header.platform])
        let scope: RecordedValue = .object(["name": .text("swift-cis")])
        let spans: RecordedValue = .object(["scope": scope, "spans": .array(SpanExport(self).spans)])
        let all: RecordedValue = .object(["resource": .object(["attributes": resource]), "scopeSpans": .array([spans])])
        return RecordedValue.object(["resourceSpans": .array([all])]).json
    }
}

private struct SpanExport {
    private let start: Int
    private let end: Int
    private let run: String
    private var lines: [RecordedLine] = []
    /// The event that begins the trace of a span, and the span above it.
    private var roots: [Int: Int] = [:]
    private var parents: [Int: Int] = [:]
    private var ends: [Int: RecordedLine] = [:]
    private var events: [Int: [RecordedLine]] = [:]

    init(_ recording: Recording) {
        let header = recording.header
        start = header.wallClock ?? 0
        end = recording.lines.map(\.time).max() ?? 0
        run = Self.padded(Checksum(of: "\(header.program) \(header.start)".utf8).text)
        // The span that a line is, or to which it belongs as an event.
        var owners: [Int: Int] = [:]
        for line in recording.lines {
            let parent = line.cause.flatMap { owners[$0] }
            if line.kind.isEnd {
                if let begun = line.ended { ends[begun] = line }
            } else if line.isBar || line.kind == .mutation || parent == nil && line.kind != .open {
                roots[line.number] = parent.flatMap { roots[$0] } ?? line.number
                parents[line.number] = parent
                owners[line.number] = line.number
                lines.append(line)
            } else if let parent {
                // An effect of this event is an effect of the span.
                owners[line.number] = parent
                events[parent, default: []].append(line)
            }
        }
    }

    static func attributes(_ values: KeyValuePairs<String, String?>) -> RecordedValue {
        .array(
            values.compactMap { key, value in
                value.map { .object(["key": .text(key), "value": .object(["stringValue": .text($0)])]) }
            })
    }

    /// Identifiers are hexadecimal numbers of a fixed length.
    private static func padded(_ digits: String) -> String {
        String(repeating: "0", count: max(0, 16 - digits.count)) + digits
    }

    private static func id(_ number: Int) -> String { padded(String(number, radix: 16)) }

    private func time(_ microseconds: Int) -> RecordedValue {
        .text("\(UInt64(start + min(microseconds, RecordedValue.greatestTime)) * 1000)")
    }

    var spans: [RecordedValue] {
        lines.map { line in
            let ended = ends[line.number]
            let endTime = line.isBar ? ended?.time ?? end : line.time + (line.duration ?? 0)
            return .object([
                "traceId": .text(run + Self.id(roots[line.number] ?? line.number)),
                "spanId": .text(Self.id(line.number)),
                "parentSpanId": parents[line.number].map { .text(Self.id($0)) },
                "name": .text(line.name.isEmpty ? line.kind.rawValue : line.name), "kind": .int(1),
                "startTimeUnixNano": time(line.time), "endTimeUnixNano": time(max(line.time, endTime)),
                "attributes": Self.attributes([
                    "cis.kind": line.kind.rawValue, "cis.value": line.value?.summary ?? "",
                    "cis.scene": line.scene.map { "\($0)" }, "code.filepath": line.callSite,
                    "cis.ending": ended?.ending,
                ]),
                "events": events[line.number].map {
                    .array($0.map { .object(["timeUnixNano": time($0.time), "name": .text($0.sentence)]) })
                },
                "status": .object(["code": .int(0)]),
            ])
        }
    }
}
