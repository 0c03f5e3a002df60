import CISWorkers
import Foundation
import Testing

@Suite struct `A log` {
    private let lines = Lines()
    private let date = Date(timeIntervalSince1970: 1_000_000.25)

    private func log(from level: LogLevel = .debug, revealingSecrets: Bool = false) -> LogWorker {
        LogWorker("test", from: level, to: [lines.sink], clock: .fixed(date), revealingSecrets: revealingSecrets)
    }

    @Test func `writes what matters enough, with date, name and place`() {
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

    @Test func `builds no message that nobody wants`() {
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

    @Test func `gives each sink each entry`() {
        let other = Lines()
        LogWorker("test", to: [lines.sink, other.sink]).info("x")
        #expect(lines.texts == other.texts)
        #expect(lines.texts == ["info x"])
    }

    @Test func `leaves secrets out`() {
        let password = Secret("canary")
        log().info("\(secret: "canary") \(password) \([password]) \(Optional(password) as Any)")
        #expect(lines.texts == ["info <secret> <secret> [<secret>] Optional(<secret>)"])
        #expect("\(LogMessage("key \(secret: 42)"))" == "key <secret>")
    }

    @Test func `shows marked secrets to who asks for them`() {
        log(revealingSecrets: true).info("\(secret: "shown") \(Secret("shown")) \([Secret("hidden")])")
        #expect(lines.texts == ["info shown shown [<secret>]"])
    }

    @Test(arguments: [
        ("https://example.com/a/b", "https://example.com/a/b"),
        (
            "https://example.com/a?api_key=canary&page=canary2&flag",
            "https://example.com/a?api_key=<secret>&page=<secret>&flag"
        ),
        ("https://ada:canary@example.com:8080/%20x", "https://example.com:8080/%20x"),
        ("https://example.com/#access_token=canary", "https://example.com/#<secret>"),
        ("file:///tmp/a", "file:///tmp/a"),
    ])
    func `leaves the secrets of URLs out`(_ url: String, _ text: String) throws {
        let url = try #require(URL(string: url))
        log().info("\(url)")
        log().info("\(Optional(url))")
        #expect(lines.texts == ["info \(text)", "info \(text)"])
    }

    @Test func `of a message nothing secret is dumped`() {
        log().info("\(URL?.none)")
        #expect(lines.texts == ["info nil"])
        var dumped = ""
        dump(LogMessage("key \(secret: "canary")"), to: &dumped)
        #expect(!dumped.contains("canary"))
    }

    @Test func `an entry is one line, whatever is in it`() throws {
        log().warning("a\nb\r\u{2028}\u{0}\u{1B}[31m\tä세")
        let line = try #require(lines.all.first).lineOfText
        #expect(line == #"1970-01-12T13:46:40.250Z warning [test] a\nb\r\u{2028}\0\u{1B}[31m\tä세"#)
    }

    @Test func `to standard error is one line per entry, also from many threads`() throws {
        let lines = try Victim("storage-victim", ["log", "/", "0"]).errors().split(separator: "\n")
        let wanted = (0..<100).map { "info [probe] line \($0) <secret> end" }
        #expect(lines.map { String($0.drop { $0 != " " }.dropFirst()) }.sorted() == wanted.sorted())
    }
}
