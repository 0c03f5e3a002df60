/// Invented films, the same in every run.
package struct Catalogue: Sendable {
    /// An invented film.
    package struct Film: Sendable {
        package let id: Int
        package let title: String
        package let genre: String?
        package let overview: String
        /// The date as `yyyy-MM-dd`; `nil` for every tenth film.
        package let releaseDate: String?
    }

    /// All films, in the order of their ids.
    package let films: [Film]

    /// - Parameter films: The number of films. The 301st and all later ones are sequels.
    package init(films: Int = 300) {
        self.films = (0..<films).map(Self.film)
    }

    /// The films with a text in their titles; case does not matter.
    package func films(with text: String) -> [Film] {
        let text = text.lowercased()
        return films.filter { $0.title.lowercased().contains(text) }
    }

    private static let kinds = [
        "Silent", "Last", "Paper", "Hidden", "Second", "Northern", "Broken", "Golden", "Patient", "Electric",
        "Borrowed",
        "Distant",
    ]
    private static let things = [
        "Harbour", "Orchard", "Signal", "Winter", "Lighthouse", "Mirror", "Caravan", "Island", "Garden", "Compass",
        "Library", "Comet", "Bridge", "Falcon", "Station", "River", "Clock", "Mountain", "Letter", "Carnival", "Desert",
        "Window", "Planet", "Archive", "Voyage",
    ]
    private static let people = [
        "a surveyor", "two sisters", "a retired pilot", "a choir", "a clockmaker's apprentice",
    ]
    private static let deeds = ["returned to", "looked for", "lost", "repaired", "left", "inherited", "drew a map of"]

    private static func film(_ index: Int) -> Film {
        let kind = kinds[index % kinds.count]
        let thing = things[index / kinds.count % things.count]
        let part = index / (kinds.count * things.count)
        let year = 1950 + index * 7 % 77
        let date = "\(year)-\(pair(1 + index * 5 % 12))-\(pair(1 + index * 11 % 28))"
        return Film(
            id: index + 1, title: "The \(kind) \(thing)" + (part > 0 ? " \(part + 1)" : ""),
            genre: index % 3 == 0 ? "adventure" : index % 3 == 1 ? "science_fiction" : nil,
            overview: "How \(people[index % people.count]) \(deeds[index % deeds.count]) the \(thing.lowercased()).",
            releaseDate: index % 10 == 9 ? nil : date)
    }

    private static func pair(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
