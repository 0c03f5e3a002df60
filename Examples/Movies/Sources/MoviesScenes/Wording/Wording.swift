/// The texts of the screens in the language of a locale, and dates as that locale writes them.
public struct Wording: Sendable, Equatable {
    /// The identifier of the locale, such as `en_US`. Dates follow all of it, texts only its language.
    public let locale: String
    /// The texts.
    public let texts: Texts

    /// Creates the wording of a locale. A language that is not translated is replaced by English.
    ///
    /// - Parameter locale: An identifier such as `es`, `es_ES`, `es-ES` or `es_ES.UTF-8`.
    public init(locale: String = "en_US") {
        let identifier = locale.prefix { $0 != "." && $0 != "@" }
        self.locale = String(identifier)
        texts =
            switch identifier.prefix(while: { $0 != "_" && $0 != "-" }).lowercased() {
            case "es": .spanish
            case "ko": .korean
            default: .english
            }
    }
}
