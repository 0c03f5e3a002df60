import MoviesGTK
import MoviesOptions
import Testing

@Suite struct WindowOptionsTests {
    @Test func `the options of the window are understood, or named`() throws {
        let plain = try WindowOptions([], environment: [:])
        #expect(plain.size == (480, 720) && plain.query == nil && !plain.hasStatistics && !plain.isDark)
        let words = ["--size", "360x640", "--search", "the", "--open", "2", "--dark", "--stats", "--films", "400"]
        let options = try WindowOptions(words, environment: ["LANG": "es_ES.UTF-8"])
        #expect(options.size == (360, 640) && options.query == "the" && options.opened == 2)
        #expect(options.hasStatistics && options.isDark && options.options.films == 400)
        #expect(options.options.wording.texts.title == "Películas")
        for words in [
            ["--size", "360"], ["--size", "10x10"], ["--open", "0"], ["--scroll", "x"], ["--search"], ["x"],
        ] {
            #expect(throws: Options.Misuse.self) { try WindowOptions(words, environment: [:]) }
        }
    }

    @Test func `a size that no window has is named, with the range`() throws {
        for size in ["10x10", "360", "x", "360x640x2", "20000x300"] {
            let error = #expect(throws: Options.Misuse.self) { try WindowOptions(["--size", size], environment: [:]) }
            #expect(
                "\(try #require(error))"
                    == "--size \(size): write a width and a height from 200 to 10000, such as 360x640.")
        }
    }

    @Test(arguments: [
        ("--scroll", "0.01"), ("--scroll", "inf"), ("--scroll", "1e300"), ("--rest", "nan"), ("--rest", "1e30"),
        ("--open", "0"),
    ])
    func `a number that is out of range is named, with the range`(name: String, text: String) throws {
        let error = #expect(throws: Options.Misuse.self) { try WindowOptions([name, text], environment: [:]) }
        #expect("\(try #require(error))".contains("\(name) \(text): write a number from "))
    }
}
