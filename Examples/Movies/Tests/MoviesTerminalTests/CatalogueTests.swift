import Foundation
import MoviesCatalogue
import Testing

/// MV-05, MV-06, MV-12: the catalogue answers like the service.
@Suite struct CatalogueTests {
    private let catalogue = Catalogue()

    private func search(_ query: String, page: String = "1") throws -> (status: Int, page: [String: Any]) {
        let answer = catalogue.answer("/3/search/movie") { ["query": query, "page": page][$0] }
        return (answer.status, try #require(JSONSerialization.jsonObject(with: answer.body) as? [String: Any]))
    }

    @Test func `there are 300 films with titles of their own, the same in every run`() {
        #expect(catalogue.films.count == 300 && Set(catalogue.films.map(\.title)).count == 300)
        #expect(catalogue.films.map(\.id) == Array(1...300))
        #expect(catalogue.films.first?.title == "The Silent Harbour")
    }

    @Test func `pages have twenty films, the last one what is left, and none come after it`() throws {
        var ids: [Int] = []
        for page in 1...16 {
            let answer = try search("THE", page: "\(page)")
            #expect(answer.page["total_pages"] as? Int == 15)
            let results = try #require(answer.page["results"] as? [[String: Any]])
            #expect(results.count == (page < 16 ? 20 : 0))
            ids += results.compactMap { $0["id"] as? Int }
        }
        #expect(ids == Array(1...300))
        #expect(try search("harbour").page["total_results"] as? Int == 12)
        #expect(try search("nothing like that").page["total_pages"] as? Int == 1)
    }

    @Test(arguments: ["", "0", "-1", "x", "501"]) func `a page that there cannot be is refused`(page: String) throws {
        #expect(try search("the", page: page).status == 422)
    }

    @Test(arguments: ["/", "/3/search", "/t/p/w92/0.png", "/t/p/w92/301.png", "/t/p/92/1.png", "/t/p/w92/1.jpg"])
    func `what is not there is not found`(path: String) {
        #expect(catalogue.answer(path) { _ in nil }.status == 404)
    }

    @Test(arguments: [92, 154, 780]) func `a poster is a PNG in the width that is asked for`(width: Int) {
        let file = [UInt8](catalogue.answer("/t/p/w\(width)/7.png") { _ in nil }.body)
        #expect(file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        #expect(file[16..<24].reduce(0) { $0 << 8 | Int($1) } == width << 32 | width * 3 / 2)
        #expect(file.suffix(12) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
        #expect(
            PosterImage(of: 7, width: width).png == Data(file) && PosterImage(of: 8, width: width).png != Data(file))
    }
}
