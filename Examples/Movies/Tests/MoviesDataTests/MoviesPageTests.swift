import CISWorkers
import MoviesData
import MoviesDomain
import Testing

/// MV-01, MV-06, MV-07: answers of the service as entities.
@Suite struct MoviesPageTests {
    private func films(_ json: String) async throws -> [Movie] {
        let service = Service()
        service.sending.always(.value(.text(#"{"page": 1, "total_pages": 1, "results": [\#(json)]}"#)))
        for try await found in CachedMoviesRepository(service).pages(of: MovieQuery("a"), page: 1) {
            return found.page.movies
        }
        return []
    }

    @Test func `MV-01 MV-06 MV-07 a film with all of its fields`() async throws {
        let films = try await films(
            """
            {"id": 7, "title": "A", "genre": "science_fiction", "poster_path": "/a.jpg", "overview": "B",
             "release_date": "2026-01-31", "popularity": 3.5}
            """)
        let day = CalendarDay(year: 2026, month: 1, day: 31)
        #expect(
            films == [
                Movie(
                    id: "7", title: "A", genre: .scienceFiction, posterPath: "/a.jpg", overview: "B", releaseDate: day)
            ])
    }

    @Test func `MV-06 MV-07 a film of which nothing is known but its id`() async throws {
        #expect(try await films(#"{"id": 7}"#) == [Movie(id: "7")])
        #expect(try await films(#"{"id": 7, "title": null, "genre": null, "release_date": ""}"#) == [Movie(id: "7")])
    }

    @Test(arguments: ["m", "m\u{301}", "👩‍👩‍👧", "영", "ไ"])
    func `MV-07 texts of a hostile answer are cut, and a long word can be broken`(letter: String) async throws {
        let text = String(repeating: letter, count: 20_000)
        let film = try #require(try await films(#"{"id": 7, "title": "\#(text)", "overview": "\#(text)"}"#).first)
        for (shown, limit) in [(film.title, 200), (film.overview, 1_200)] {
            let shown = try #require(shown)
            // A zero-width blank in each word of more than 40 letters, and the dots.
            #expect(shown.unicodeScalars.count <= limit + limit / 40 + 1 && shown.hasSuffix("…"))
            let words = shown.unicodeScalars.split { $0 == "\u{200B}" || $0.value >= 0x2E80 }
            #expect(words.allSatisfy { $0.count <= 41 })
            #expect(text.unicodeScalars.starts(with: shown.unicodeScalars.filter { $0 != "\u{200B}" && $0 != "…" }))
        }
    }

    @Test func `MV-07 a long word is not broken between a letter and its marks`() async throws {
        let word = String(repeating: "กี่", count: 20)  // three scalars each
        let film = try #require(try await films(#"{"id": 7, "title": "\#(word)"}"#).first)
        #expect(film.title?.split(separator: "\u{200B}").map(\.count) == [13, 7])
    }

    @Test func `MV-07 control characters are replaced, and the lines of an overview stay`() async throws {
        let film = try await films(
            #"{"id": 7, "title": "A\u0000B\u001b[2J\nC\u0085", "overview": "A\u0000B\nC"}"#)
        #expect(film == [Movie(id: "7", title: "A\u{FFFD}B\u{FFFD}[2J C\u{FFFD}", overview: "A\u{FFFD}B\nC")])
    }

    @Test func `MV-07 an ordinary text stays as it is`() async throws {
        let title = "The Silent Harbour – 조용한 항구 👩‍👩‍👧"
        let overview = String(repeating: "Lorem ipsum dolor. ", count: 50)
        let film = try await films(#"{"id": 7, "title": "\#(title)", "overview": "\#(overview)"}"#)
        #expect(film == [Movie(id: "7", title: title, overview: overview)])
    }

    @Test func `MV-06 a genre that the app does not know costs no film`() async throws {
        let films = try await films(#"{"id": 1, "genre": "western"}, {"id": 2, "genre": "adventure"}"#)
        #expect(films == [Movie(id: "1"), Movie(id: "2", genre: .adventure)])
    }

    @Test(arguments: [
        "2026-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "2026-1-1", "26-01-01", "2026/01/01", "2026-01-01 ",
        "soon", "----------", "２０２６-01-01", "+026-01-01", "0000-01-01",
    ])
    func `MV-07 an invalid date counts as missing`(text: String) async throws {
        #expect(try await films(#"{"id": 7, "release_date": "\#(text)"}"#) == [Movie(id: "7")])
    }

    @Test(arguments: [("2024-02-29", 2024, 2, 29), ("2000-02-29", 2000, 2, 29), ("1969-12-31", 1969, 12, 31)])
    func `MV-07 a date is a day, the same in every time zone`(text: String, year: Int, month: Int, day: Int)
        async throws
    {
        let films = try await films(#"{"id": 7, "release_date": "\#(text)"}"#)
        #expect(films.first?.releaseDate == CalendarDay(year: year, month: month, day: day))
        #expect(films.first?.releaseDate != nil)
    }
}
