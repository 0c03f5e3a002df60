public import CISWorkers
public import Foundation

/// MV-05: where the service is, and what it wants to know with each request.
public struct MoviesConfiguration: Sendable {
    /// Where films are searched.
    public var api: URL
    /// Where the posters are.
    public var images: URL
    /// The key of the service. No log and no error shows it.
    public var key: Secret<String>
    /// The language of titles and overviews, such as `en`.
    public var language: String

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - api: Where films are searched. The path `/3/search/movie` is appended.
    ///   - images: Where the posters are. Paths such as `/t/p/w185/abc.jpg` are appended.
    ///   - key: The key of the service.
    ///   - language: The language of titles and overviews.
    public init(api: URL, images: URL, key: String, language: String) {
        self.api = api
        self.images = images
        self.key = Secret(key)
        self.language = language
    }

    /// MV-05: the settings of the search.
    var search: HTTPConfiguration {
        HTTPConfiguration(baseURL: api, query: ["api_key": key.wrappedValue, "language": language])
    }

    /// MV-12: the settings of the posters: without key and language.
    var posters: HTTPConfiguration { HTTPConfiguration(baseURL: images) }
}
