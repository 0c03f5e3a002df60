public import MoviesDomain

/// The texts of the screens in one language.
public struct Texts: Sendable, Equatable {
    /// The title above the list.
    public let title: String
    /// The sentence in place of an empty list, if nothing was searched.
    public let empty: String
    /// The sentence in place of an empty list, if a search has found nothing.
    public let notFound: String
    /// The text in the empty search field.
    public let placeholder: String
    /// The title above an error.
    public let error: String
    /// The button below an error.
    public let ok: String
    /// The button that ends a search.
    public let cancel: String
    /// The button that leads back to the list.
    public let back: String
    /// The name of the spinner for assistive technology.
    public let loading: String
    /// The name of the list of suggestions for assistive technology.
    public let recent: String
    /// The name of the poster for assistive technology.
    public let poster: String
    /// What to do after a search has failed.
    let retry: String
    let notConnected: String
    let failed: String
    let releaseDate: String
    let toBeAnnounced: String

    static let english = Texts(
        title: "Movies", empty: "Search for a movie by its title.", notFound: "No movies found. Try other words.",
        placeholder: "Search Movies", error: "Error", ok: "OK", cancel: "Cancel", back: "Back", loading: "Loading",
        recent: "Recent searches",
        poster: "Poster", retry: "Search again.",
        notConnected: "No internet connection", failed: "Failed loading movies", releaseDate: "Release Date",
        toBeAnnounced: "To be announced")

    static let spanish = Texts(
        title: "Películas", empty: "Busca una película por su título.",
        notFound: "No se encontraron películas. Prueba con otras palabras.",
        placeholder: "Buscar películas", error: "Error", ok: "OK", cancel: "Cancelar", back: "Atrás",
        loading: "Cargando", recent: "Búsquedas recientes", poster: "Póster", retry: "Busca de nuevo.",
        notConnected: "Sin conexión a internet", failed: "Error al descargar películas",
        releaseDate: "Fecha de lanzamiento", toBeAnnounced: "Para ser anunciado")

    static let korean = Texts(
        title: "영화", empty: "제목으로 영화를 검색해 보세요.", notFound: "검색된 영화가 없습니다. 다른 검색어를 입력해 보세요.",
        placeholder: "영화 검색", error: "오류", ok: "확인", cancel: "취소", back: "뒤로", loading: "불러오는 중",
        recent: "최근 검색어", poster: "포스터", retry: "다시 검색해 보세요.",
        notConnected: "인터넷에 연결되어 있지 않습니다", failed: "영화를 불러오지 못했습니다", releaseDate: "개봉일",
        toBeAnnounced: "미정")

    /// MV-22: the text of an error.
    public func text(of error: MoviesError) -> String {
        switch error {
        case .notConnected: notConnected
        case .failed: failed
        }
    }
}
