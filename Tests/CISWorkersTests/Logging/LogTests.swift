import CISWorkers
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct `A log` {
    private let lines = CollectedLog()
    private let date = Date(timeIntervalSince1970: 1_000_000.25)

    private func log(from level: LogLevel = .debug) -> LogWorker {
        LogWorker("test", from: level, to: [lines.sink], clock: .fixed(date))
    }

    @Test func `writes entries from its level on, with date, name and source location`() {
        let log = log(from: .notice)
        log.debug("a")
        log.info("b")
        log.notice("c")
        log.warning("d")
        log.error("e")
        #expect(lines.texts == ["notice c", "warning d", "error e"])
        #expect(lines.all.allSatisfy { $0.date == date && $0.name == "test" })
        #expect(lines.all.allSatisfy { $0.fileID == #fileID && $0.line > 0 })
        #expect(LogLevel.allCases == LogLevel.allCases.sorted())
        log.named("other").error("f")
        #expect(lines.all.last?.name == "other")
    }

    @Test func `does not evaluate messages below its level`() {
        var built = 0
        func message() -> String {
            built += 1
            return "text"
        }
        log(from: .info).debug("\(message())")
        LogWorker("nowhere", from: .debug, to: []).error("\(message())")
        LogWorker.silent.error("\(message())")
        #expect(built == 0)
        log(from: .info).info("\(message())")
        #expect(built == 1)
    }

    @Test func `passes each entry to each sink`() {
        let other = CollectedLog()
        LogWorker("test", to: [lines.sink, other.sink]).info("x")
        #expect(lines.texts == other.texts)
        #expect(lines.texts == ["info x"])
    }

    @Test func `omits secrets`() {
        let password = Secret("canary")
        log().info("\(secret: "canary") \(password) \([password]) \(Optional(password) as Any)")
        #expect(lines.texts == ["info <secret> <secret> [<secret>] Optional(<secret>)"])
        #expect("\(LogMessage("key \(secret: 42)"))" == "key <secret>")
    }

    @Test(arguments: [
        ("https://example.com/a/b", "https://example.com/a/b"),
        (
            "https://example.com/a?api_key=canary&page=canary2&flag",
            "https://example.com/a?api_key=<secret>&page=<secret>&<secret>"
        ),
        ("https://ada:canary@example.com:8080/%20x", "https://example.com:8080/%20x"),
        ("https://example.com/#access_token=canary", "https://example.com/#<secret>"),
        ("http://h/p?canary", "http://h/p?<secret>"), ("http://h/p?canary&x=1", "http://h/p?<secret>&x=<secret>"),
        ("file:///tmp/a", "file:///tmp/a"),
    ])
    func `omits secrets of URLs`(_ url: String, _ text: String) throws {
        let url = try #require(URL(string: url))
        log().info("\(url)")
        log().info("\(Optional(url))")
        #expect(lines.texts == ["info \(text)", "info \(text)"])
    }

    private struct Upload {
        var target: URL
        var note = "x"
    }

    @Test func `omits secrets of URLs inside other values`() throws {
        let one = try #require(URL(string: "https://ada:canary@h/a?k=canary,canary&canary#canary"))
        let two = try #require(URL(string: "two?canary", relativeTo: URL(string: "http://h/")))
        let masked = "https://h/a?k=<secret>&<secret>#<secret>"
        log().info("\([one])")
        log().info("\(["a": one])")
        log().info("\(Optional([one, one]) as Any)")
        log().info("\(Upload(target: one))")
        log().info("\(URLRequest(url: one))")
        log().info("\((one, 7))")
        log().info("\(one.absoluteString), \("see <\(one)>.")")
        log().info("\([two])")
        for text in lines.texts {
            #expect(!text.contains("canary"), "\(text)")
        }
        #expect(lines.texts.first == "info [\(masked)]")
        #expect(lines.texts[1] == #"info ["a": \#(masked)]"#)
        #expect(lines.texts[6] == "info \(masked), see <\(masked)>.")
    }

    @Test func `a dump of a message contains no secrets`() {
        log().info("\(URL?.none)")
        #expect(lines.texts == ["info nil"])
        var dumped = ""
        dump(LogMessage("key \(secret: "canary")"), to: &dumped)
        #expect(!dumped.contains("canary"))
    }

    @Test func `an entry is one line, whatever it contains`() throws {
        log().warning("a\nb\r\u{2028}\u{0}\u{1B}[31m\tä세")
        let line = try #require(lines.all.first).lineOfText
        #expect(line == #"1970-01-12T13:46:40.250Z warning [test] a\nb\r\u{2028}\0\u{1B}[31m\tä세"#)
    }

    @Test func `an entry is one line, whatever the name of its log is`() throws {
        log().named("a\n2000 error [b] \u{202E}").warning("x")
        let line = try #require(lines.all.first).lineOfText
        #expect(line == #"1970-01-12T13:46:40.250Z warning [a\n2000 error [b] \u{202E}] x"#)
    }

    @Test(
        arguments: [
            "\u{200E}", "\u{200F}", "\u{061C}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}",
            "\u{2067}", "\u{2068}", "\u{2069}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{FEFF}", "\u{00AD}",
            "\u{180E}", "\u{3164}", "\u{E0041}", "\u{FE0F}", "\u{0085}", "\u{7F}",
        ] as [Unicode.Scalar])
    func `invisible characters are escaped`(_ scalar: Unicode.Scalar) throws {
        let text = "a\(Character(scalar))b"
        log().named(text).info("\(text)")
        let line = try #require(lines.all.first).lineOfText
        #expect(!line.unicodeScalars.contains(scalar))
        #expect(line.hasSuffix("[a\(scalar.escaped(asASCII: true))b] a\(scalar.escaped(asASCII: true))b"))
    }

    @Test func `visible characters are not escaped`() throws {
        let text = #"ä 세 é عربى 😀 1\n“x”"#
        log().named(text).info("\(text)")
        #expect(try #require(lines.all.first).lineOfText.hasSuffix("[\(text)] \(text)"))
    }

    @Test func `writes one line per entry to standard error, also from many threads`() throws {
        let lines = try ChildProcess("storage-victim", ["log", "/", "0"]).errors().split(separator: "\n")
        let wanted = (0..<100).map { "info [probe] line \($0) <secret> end" }
        #expect(lines.map { String($0.drop { $0 != " " }.dropFirst()) }.sorted() == wanted.sorted())
    }
}
