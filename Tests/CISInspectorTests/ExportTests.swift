import CIS
import CISInspector
import Foundation
import TestSupport
import Testing
import cis_inspect

/// What is made from a recording for other tools.
@MainActor
@Suite struct `Exports` {
    /// Two overlapping actions, of which the later one ends first, and a drop.
    private func race() async throws -> Recording {
        let (scene, recorder) = await Ledger.recordedRace()
        await scene.run(.openSheet)
        scene.stop()
        scene.execute(.add(1))
        return try await recorder.recording()
    }

    @Test func `the trace follows the rules of the format`() async throws {
        let recording = try await race()
        let trace = try #require(
            try JSONSerialization.jsonObject(with: Data(recording.chromeTrace.utf8)) as? [String: Any])
        let events = try #require(trace["traceEvents"] as? [[String: Any]])
        var open: [String: Int] = [:]
        var ends: [Int: Int] = [:]
        for event in events {
            let phase = try #require(event["ph"] as? String)
            #expect(event["pid"] is Int && event["name"] is String)
            if phase != "M" { #expect(event["ts"] is Int) }
            switch phase {
            case "b", "e":
                // A track is known by name, category and id together.
                let key = "\(event["name"] ?? "") \(event["cat"] ?? "") \(event["id"] ?? "")"
                open[key, default: 0] += phase == "b" ? 1 : -1
                #expect(open[key] == (phase == "b" ? 1 : 0))
            case "X":
                let (thread, start) = (try #require(event["tid"] as? Int), try #require(event["ts"] as? Int))
                #expect(start >= ends[thread] ?? 0, "slices of a thread must not overlap")
                ends[thread] = start + (try #require(event["dur"] as? Int))
                #expect(event["flow_in"] as? Bool == true && (event["bind_id"] as? String)?.hasPrefix("0x") == true)
            case "i": #expect(event["s"] as? String == "t")
            case "C": #expect((event["args"] as? [String: Int])?["running"] != nil)
            default: #expect(phase == "M")
            }
        }
        #expect(open.values.allSatisfy { $0 == 0 } && open.count == 4)
        let running = events.compactMap { ($0["args"] as? [String: Any])?["running"] as? Int }
        #expect(running.prefix(4) == [1, 2, 1, 0])
    }

    @Test func `the spans have their parents, and ids of the right length`() async throws {
        let recording = try await race()
        let body = try #require(
            try JSONSerialization.jsonObject(with: Data(recording.openTelemetry.utf8)) as? [String: Any])
        let resource = try #require((body["resourceSpans"] as? [[String: Any]])?.first)
        let scope = try #require((resource["scopeSpans"] as? [[String: Any]])?.first)
        // The version of the file is not that of the library.
        #expect(scope["scope"] as? [String: String] == ["name": "swift-cis"])
        let spans = try #require(scope["spans"] as? [[String: Any]])
        var traces: [String: String] = [:]
        for span in spans {
            let id = try #require(span["spanId"] as? String)
            let trace = try #require(span["traceId"] as? String)
            #expect(id.count == 16 && trace.count == 32 && trace.allSatisfy(\.isHexDigit))
            #expect(span["kind"] as? Int == 1)
            let start = try #require((span["startTimeUnixNano"] as? String).flatMap(UInt64.init))
            let end = try #require((span["endTimeUnixNano"] as? String).flatMap(UInt64.init))
            #expect(end >= start && start > 1_700_000_000_000_000_000)
            if let parent = span["parentSpanId"] as? String { #expect(traces[parent] == trace) }
            traces[id] = trace
        }
        #expect(spans.compactMap { $0["name"] as? String }.filter { $0 == "saved" }.count == 2)
        // Two actions that overlap, one more, two scenes that stop, and a drop.
        #expect(Set(traces.values).count == 6)
    }

    @Test func `an effect of an output is below the span that has sent it`() throws {
        let text = """
            {"cisrec":1,"start":{"wall":"2026-11-26T12:00:00Z"}}
            {"i":1,"k":"open","t":0,"s":1,"name":"A","state":{}}
            {"i":2,"k":"action","t":1,"s":1,"case":"go"}
            {"i":3,"k":"output","t":2,"s":1,"c":2,"case":"gone"}
            {"i":4,"k":"action","t":3,"s":2,"c":3,"case":"went"}

            """
        let spans = try Recording(reading: Array(text.utf8)).openTelemetry
        #expect(spans.contains(#""spanId":"0000000000000004","parentSpanId":"0000000000000002""#))
        #expect(!spans.contains(#""spanId":"0000000000000003""#))
    }

    @Test func `calls of workers are slices and spans below their use cases`() async throws {
        let recording = try await Shelf.recorded().recording()
        let trace = try #require(
            try JSONSerialization.jsonObject(with: Data(recording.chromeTrace.utf8)) as? [String: Any])
        let slices = try #require(trace["traceEvents"] as? [[String: Any]]).filter { $0["cat"] as? String == "call" }
        #expect(slices.compactMap { $0["ph"] as? String } == ["b", "b", "e", "e", "b", "e", "b", "e", "b", "e"])
        let body = try #require(
            try JSONSerialization.jsonObject(with: Data(recording.openTelemetry.utf8)) as? [String: Any])
        let scopes = (body["resourceSpans"] as? [[String: Any]])?.first?["scopeSpans"] as? [[String: Any]]
        let spans = try #require(scopes?.first?["spans"] as? [[String: Any]])
        let call = try #require(spans.first { $0["spanId"] as? String == "0000000000000004" })
        #expect(call["name"] as? String == "load" && call["parentSpanId"] as? String == "0000000000000003")
        #expect("\(call["attributes"] ?? "")".contains("threw"))
        #expect(Timeline().text(of: recording).contains("     call load(shelf: 2) of ShelfWorker  Shelf/1\n"))
    }

    @Test func `text of a user is inert in the page and in the terminal`() async throws {
        let attack = "</script><script>alert(1)</script>\u{1B}[2J\u{202E}<!--"
        let scene = Ledger.assemble()
        let recorder = Recorder()
        recorder.record(scene)
        await scene.run(.rename(attack))
        let bytes = await recorder.bytes()
        let page = Recording.page(showing: bytes, comparedWith: bytes)
        #expect(!page.contains("alert(1)<") && !page.contains("</script><script>alert"))
        for id in ["recording", "other"] {
            let marker = "<script type=\"application/x-cisrec\" id=\"\(id)\">\n"
            let start = try #require(page.range(of: marker)?.upperBound)
            let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)?.lowerBound)
            let data = Array(page[start..<end].utf8)
            #expect(data.contains(UInt8(ascii: "<")) == false)
            // The escapes change the text, but not what it says.
            let original = try Recording(reading: bytes).lines
            #expect(try Recording(reading: data).lines == original)
        }
        var timeline = Timeline()
        timeline.showsChanges = true
        let text = timeline.text(of: try Recording(reading: bytes))
        #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}") && text.contains("alert(1)"))
    }

    @Test func `a letter in front of a bracket does not protect it`() {
        let page = Recording.page(showing: Array("\u{600}</script>planted".utf8))
        #expect(Data(page.utf8).range(of: Data("</script>planted".utf8)) == nil)
        #expect(Data(page.utf8).range(of: Data("\\u003c/script>planted".utf8)) != nil)
    }

    @Test func `what differs is inert in the terminal`() throws {
        func recording(_ value: Int) throws -> Recording {
            let text = """
                {"cisrec":1}
                {"i":1,"k":"open","t":0,"s":1,"name":"A","state":{"\\u001b\u{9B}\u{202E}":0}}
                {"i":2,"k":"mutation","t":1,"s":1,"case":"a","rev":1,"hash":"\(value)","state":{"\\u001b\u{9B}\u{202E}":\(value)}}

                """
            return try Recording(reading: Array(text.utf8))
        }
        let difference = try #require(try recording(1).firstDifference(from: try recording(2))).description
        #expect(difference.contains("\u{FFFD}\u{FFFD}\u{FFFD}: 0 → 1"))
        #expect(!difference.unicodeScalars.contains { "\u{1B}\u{9B}\u{202E}".unicodeScalars.contains($0) })
    }

    @Test func `a timeline shows times, scenes, causes, sites and changes, and filters`() async throws {
        let text = """
            {"cisrec":1,"program":"app","platform":"Linux","start":{"wall":"2026-11-26T12:00:00Z"},"folded":0}
            {"i":1,"k":"open","t":0,"s":1,"name":"Ledger","state":{"total":0,"log":[1]}}
            {"i":2,"k":"action","t":1200,"s":1,"case":"add","v":{"add":{"_0":2}},"at":"App/View.swift:3"}
            {"i":3,"k":"mutation","t":1210,"s":1,"c":2,"case":"added","v":{"added":{"_0":2}},"rev":1,"d":7,\
            "patch":[{"p":"/total","v":2},{"p":"/log","at":1,"del":0,"ins":[2]}]}
            {"i":4,"k":"done","t":1300,"of":2,"how":"finished"}

            """
        let recording = try Recording(reading: Array(text.utf8))
        var timeline = Timeline()
        timeline.showsChanges = true
        #expect(
            timeline.text(of: recording) == """
                app on Linux, 2026-11-26T12:00:00Z: 4 events, 1 scene
                       0.000     #1 scene 1 opened: Ledger  Ledger/1
                       1.200     #2 action .add(2)  Ledger/1  App/View.swift:3
                       1.210     #3   mutation .added(2), commit 1  Ledger/1
                                      total: 0 → 2
                                      log[1]: + 2
                       1.300     #4 end of #2: finished  
                """)
        timeline.filter = "ADDED"
        #expect(timeline.text(of: recording).split(separator: "\n").count == 4)
        timeline.filter = "view.swift"
        #expect(timeline.text(of: recording).split(separator: "\n").count == 2)
        #expect(
            timeline.statistics(of: recording)
                == "       1  open\n       1  action\n       1  done\n       1  mutation\n       1  mutation added, at most 7 µs"
        )
    }

    @Test func `the text of a user may name a scene`() throws {
        let text = """
            {"cisrec":1}
            {"i":1,"k":"action","t":0,"s":1,"case":"find","v":{"find":{"_0":"seat in scene 1"}}}

            """
        let timeline = Timeline().text(of: try Recording(reading: Array(text.utf8)))
        #expect(timeline.contains(#"action .find("seat in scene 1")  scene 1"#))
    }

    @Test func `a timeline says what cannot be replayed`() async throws {
        let scene = Note.assemble()
        let recorder = Recorder()
        recorder.record(scene)
        let lines = Timeline().text(of: try await recorder.recording()).split(separator: "\n")
        let name = "CISInspectorTests.Note.Mutation"
        #expect(lines[1] == "\(name) is not Codable: its scene can be looked at, but not replayed.")
    }

    @Test func `two recordings are compared, and the first difference is shown with both sides`() async throws {
        func run(_ actions: Ledger.Action...) async throws -> Recording {
            let scene = Ledger.assemble()
            let recorder = Recorder()
            recorder.record(scene)
            for action in actions { await scene.run(action) }
            return try await recorder.recording()
        }
        let left = try await run(.add(1), .save(2))
        #expect(left.firstDifference(from: try await run(.add(1), .save(2)))?.description == nil)
        let difference = try #require(left.firstDifference(from: try await run(.add(1), .add(2))))
        #expect(
            difference.description == """
                The recordings are equal for 4 lines, up to end of #2: finished.
                  first:  action .save(2) in scene 1
                  second:  action .add(2) in scene 1
                """)
        let shorter = try #require(left.firstDifference(from: try await run(.add(1))))
        #expect(shorter.right.line == nil && shorter.equalLines == 4)
    }
}
