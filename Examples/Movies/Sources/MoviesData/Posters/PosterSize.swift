/// MV-12: the widths in which the service offers each poster, in pixels.
enum PosterSize: Int, CaseIterable {
    case w92 = 92
    case w154 = 154
    case w185 = 185
    case w342 = 342
    case w500 = 500
    case w780 = 780

    /// Returns the size nearest to a width. If two are equally near, it is the smaller one.
    static func nearest(to width: Int) -> PosterSize {
        let width = min(max(width, 0), w780.rawValue)
        return allCases.min { abs($0.rawValue - width) < abs($1.rawValue - width) } ?? .w780
    }
}
