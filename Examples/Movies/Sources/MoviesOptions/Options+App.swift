import Foundation
package import MoviesApp
import MoviesCatalogue
import MoviesData

extension Options {
    /// Creates the app that the program shows.
    @MainActor package func app() -> MoviesApp {
        if let configuration { return MoviesApp(configuration, folder: folder, wording: wording) }
        return MoviesApp(
            .catalogue, folder: folder, wording: wording, transport: CatalogueTransport(films: films))
    }
}

extension MoviesConfiguration {
    /// A configuration for the catalogue in the program. No request is sent to its addresses.
    fileprivate static var catalogue: MoviesConfiguration {
        let address = URL(filePath: "/").absoluteURL
        let url = URL(string: "http://catalogue.invalid") ?? address
        return MoviesConfiguration(api: url, images: url, key: "none", language: "en")
    }
}
