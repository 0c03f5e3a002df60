import MoviesDomain

extension MoviesPageDTO {
    /// MV-07, MV-09: the page as an entity, with the films in their order.
    var entity: MoviesPage { MoviesPage(page: page, totalPages: totalPages, movies: results.map(\.entity)) }
}

extension MovieDTO {
    /// MV-07: the film as an entity.
    var entity: Movie {
        Movie(
            id: String(id), title: title?.readable(200).replacing("\n", with: " "),
            genre: genre.flatMap(Movie.Genre.init(service:)), posterPath: posterPath,
            overview: overview?.readable(1_200), releaseDate: releaseDate.flatMap(CalendarDay.init(service:)))
    }
}

extension String {
    /// MV-07: the text as every front end can show it, also if the answer is broken or hostile.
    ///
    /// The layout of an unbroken text takes a time that grows with the square of its length, so the text is cut, and a word
    /// of more than 40 letters gets places where a line may end. Control characters are replaced: some end a text, and others
    /// move the cursor of a terminal. The lines of a text stay.
    ///
    /// - Parameter limit: The greatest number of Unicode scalars.
    func readable(_ limit: Int) -> String {
        var text = String.UnicodeScalarView()
        var wordLength = 0
        for letter in String(unicodeScalars.prefix(limit)) {
            let scalars = letter.unicodeScalars
            // A line may end at white space, and at each letter of Chinese, Japanese and Korean.
            let endsWord = letter.isWhitespace || scalars.contains { $0.value >= 0x2E80 }
            // A letter is not parted from its marks: Thai, for example, has no blanks between words, and many marks.
            if wordLength > 0, wordLength + scalars.count > 40, !endsWord {
                text.append("\u{200B}")
                wordLength = 0
            }
            wordLength = endsWord ? 0 : wordLength + scalars.count
            for scalar in scalars {
                let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
                text.append(isControl ? "\u{FFFD}" : scalar)
            }
        }
        if unicodeScalars.dropFirst(limit).first != nil { text.append("…") }
        return String(text)
    }
}

extension Movie.Genre {
    /// MV-06: creates a genre. Returns `nil` for an unknown name, so the film has no genre, and the page can still be read.
    init?(service name: String) {
        switch name {
        case "adventure": self = .adventure
        case "science_fiction": self = .scienceFiction
        default: return nil
        }
    }
}

extension CalendarDay {
    /// MV-07: reads a date in the form `yyyy-MM-dd`. Returns `nil` for any other text, and for a day that does not exist.
    init?(service text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 45 || 48...57 ~= $0 }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}
