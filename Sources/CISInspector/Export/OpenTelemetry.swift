extension Recording {
    /// The recording as OTLP/JSON, the body of `POST /v1/traces` of an OpenTelemetry collector.
    ///
    /// What was caused from outside begins a trace. Actions, use cases, calls and mutations are spans below their causes;
    /// outputs, drops, cancellations and stops are events of the span that has caused them.
    public var openTelemetry: String {
        var ends: [Int: RecordedLine] = [:]
        for line in lines { if line.kind == .done, let begun = line.ended { ends[begun] = line } }
        var roots: [Int: Int] = [:]
        var spans: [RecordedLine] = []
        var events: [Int: [RecordedLine]] = [:]
        let spanning: Set<RecordedLine.Kind> = [.action, .useCase, .call, .mutation]
        for line in lines where line.kind != .done {
            let parent = line.cause.flatMap { roots[$0] == nil ? nil : $0 }
            if spanning.contains(line.kind) || (parent == nil && line.kind != .open) {
                roots[line.number] = parent.flatMap { roots[$0] } ?? line.number
                spans.append(line)
            } else if let parent {
                // An effect of this event is an effect of the span.
                roots[line.number] = roots[parent]
                events[parent, default: []].append(line)
            }
        }
        let start = UInt64(header.wallClock ?? 0) * 1000
        let exporter = SpanExporter(
            start: start, run: Checksum(of: "\(header.program) \(header.start)".utf8).text, roots: roots, ends: ends,
            events: events, end: lines.map(\.time).max() ?? 0)
        return RecordedValue.object([
            "resourceSpans": .array([
                .object([
                    "resource": .object([
                        "attributes": .array([
                            SpanExporter.attribute("service.name", header.program),
                            SpanExporter.attribute("host.name", header.platform),
                        ])
                    ]),
                    "scopeSpans": .array([
                        .object([
                            "scope": .object(["name": .text("swift-cis"), "version": .text("\(header.version)")]),
                            "spans": .array(spans.map(exporter.span)),
                        ])
                    ]),
                ])
            ])
        ]).json
    }
}

private struct SpanExporter {
    let start: UInt64
    let run: String
    let roots: [Int: Int]
    let ends: [Int: RecordedLine]
    let events: [Int: [RecordedLine]]
    let end: Int

    static func attribute(_ key: String, _ value: String) -> RecordedValue {
        .object(["key": .text(key), "value": .object(["stringValue": .text(value)])])
    }

    /// Identifiers are hexadecimal numbers of a fixed length.
    private func id(_ number: Int) -> String { Self.padded(String(number, radix: 16)) }
    private static func padded(_ digits: String) -> String {
        String(repeating: "0", count: max(0, 16 - digits.count)) + digits
    }

    private func time(_ microseconds: Int) -> RecordedValue {
        .text("\(start + UInt64(min(microseconds, RecordedValue.greatestTime)) * 1000)")
    }

    func span(_ line: RecordedLine) -> RecordedValue {
        var attributes = [Self.attribute("cis.kind", line.kind.rawValue)]
        attributes.append(Self.attribute("cis.value", line.value?.summary ?? ""))
        if let scene = line.scene { attributes.append(Self.attribute("cis.scene", "\(scene)")) }
        if let site = line.callSite { attributes.append(Self.attribute("code.filepath", site)) }
        let ended = ends[line.number]
        if let ending = ended?.ending { attributes.append(Self.attribute("cis.ending", ending)) }
        let isBar = [.action, .useCase, .call].contains(line.kind)
        let endTime = isBar ? ended?.time ?? end : line.time + (line.duration ?? 0)
        return .object([
            "traceId": .text(Self.padded(run) + id(roots[line.number] ?? line.number)),
            "spanId": .text(id(line.number)),
            "parentSpanId": line.cause.flatMap { roots[$0] == nil ? nil : .text(id($0)) },
            "name": .text(line.name.isEmpty ? line.kind.rawValue : line.name), "kind": .int(1),
            "startTimeUnixNano": time(line.time), "endTimeUnixNano": time(max(line.time, endTime)),
            "attributes": .array(attributes),
            "events": events[line.number].map { events in
                .array(
                    events.map { event in
                        .object([
                            "timeUnixNano": time(event.time), "name": .text(Timeline.sentence(for: event)),
                        ])
                    })
            },
            "status": .object(["code": .int(0)]),
        ])
    }
}
