extension Recording {
    /// The recording in the trace format of Chrome, which opens in Perfetto and `chrome://tracing`.
    ///
    /// Each scene is a thread. Mutations are slices on it. Actions and use cases are asynchronous slices, because they
    /// overlap. Arrows lead from an action to the mutations that it has caused.
    public var chromeTrace: String {
        var events: [RecordedValue] = [
            .object([
                "ph": .text("M"), "pid": .int(1), "tid": .int(0), "name": .text("process_name"),
                "args": .object(["name": .text(header.program)]),
            ])
        ]
        var open: [Int: RecordedLine] = [:]
        let end = lines.map { $0.time + ($0.duration ?? 0) }.max() ?? 0
        for line in lines {
            switch line.kind {
            case .open:
                let name = RecordedValue.text("\(line.name)/\(line.scene ?? 0)")
                events += [line.event("M", name: "thread_name", ["args": .object(["name": name])]), line.instant]
            case .action, .useCase, .call:
                open[line.number] = line
                let id = RecordedValue.text(line.hexadecimal)
                events.append(
                    line.event("b", ["id": id, "args": line.arguments, "bind_id": id, "flow_out": .bool(true)]))
                if line.kind == .action { events.append(Self.counter(open.values, at: line.time)) }
            case .done, .answer:
                guard let begun = line.ended.flatMap({ open.removeValue(forKey: $0) }) else { break }
                events.append(begun.event("e", at: line.time, ["id": .text(begun.hexadecimal)]))
                if begun.kind == .action { events.append(Self.counter(open.values, at: line.time)) }
            case .mutation:
                let cause = line.cause.map { RecordedValue.text("0x" + String($0, radix: 16)) }
                let flow = cause.map { _ in RecordedValue.bool(true) }
                let duration = RecordedValue.int(line.duration ?? 0)
                events.append(
                    line.event("X", ["dur": duration, "args": line.arguments, "bind_id": cause, "flow_in": flow]))
            case .output, .drop, .cancel, .stop: events.append(line.instant)
            }
        }
        for line in open.values.sorted(by: { $0.number < $1.number }) {
            events.append(line.event("e", at: end, ["id": .text(line.hexadecimal)]))
        }
        return RecordedValue.object(["traceEvents": .array(events), "displayTimeUnit": .text("ms")]).json
    }

    private static func counter(_ open: some Collection<RecordedLine>, at time: Int) -> RecordedValue {
        .object([
            "ph": .text("C"), "pid": .int(1), "tid": .int(0), "ts": .int(time), "name": .text("actions"),
            "args": .object(["running": .int(open.count { $0.kind == .action })]),
        ])
    }
}

extension RecordedLine {
    fileprivate var hexadecimal: String { "0x" + String(number, radix: 16) }

    fileprivate var arguments: RecordedValue {
        .object([
            "value": .text(value?.summary ?? name), "event": .int(number), "cause": cause.map { .int($0) },
            "at": callSite.map { .text($0) }, "commit": revision.map { .int($0) },
        ])
    }

    fileprivate var instant: RecordedValue { event("i", name: sentence, ["s": .text("t")]) }

    fileprivate func event(
        _ phase: String, name: String? = nil, at time: Int? = nil, _ more: KeyValuePairs<String, RecordedValue?>
    ) -> RecordedValue {
        let all: RecordedValue = .object([
            "ph": .text(phase), "pid": .int(1), "tid": .int(scene ?? 0), "ts": .int(time ?? self.time),
            "cat": .text(kind.rawValue), "name": .text(name ?? self.name),
        ])
        return .object(all.members + RecordedValue.object(more).members)
    }
}
