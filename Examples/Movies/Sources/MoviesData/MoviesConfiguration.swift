public import CISWorkers
public import Foundation

/// MV-05: the addresses of the service, and the values that each request needs.
public struct MoviesConfiguration: Sendable {
    /// The address of the search.
    public var api: URL
    /// The address of the posters.
    public var images: URL
    /// The key of the service. No log and no error shows it.
    public var key: Secret<String>
    /// The language of titles and overviews, such as `en`.
    public var language: String

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - api: The address of the search. The path `/3/search/movie` is appended.
    ///   - images: The address of the posters. Paths such as `/t/p/w185/abc.jpg` are appended.
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

    /// MV-12: the settings of the posters. They contain neither key nor language.
    var posters: HTTPConfiguration { HTTPConfiguration(baseURL: images) }
}
