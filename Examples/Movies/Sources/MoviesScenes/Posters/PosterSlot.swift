public import MoviesDomain

/// MV-33: the place of a poster in a row. A list uses its rows again for other films while it is scrolled.
///
/// Each row of a front end has a slot. It never draws the poster of a film that the row does not show any more.
@MainActor public final class PosterSlot {
    private let posters: any PosterRepository
    private let draw: @MainActor (Poster?) -> Void
    private var load: Task<Void, Never>?
    /// Whether a poster is being loaded. It is drawn if it arrives.
    public private(set) var isLoading = false

    /// Creates an empty slot.
    ///
    /// - Parameters:
    ///   - posters: Loads the posters.
    ///   - draw: Draws a poster, or clears the place if it is `nil`. It should not hold the slot.
    public init(_ posters: any PosterRepository, draw: @escaping @MainActor (Poster?) -> Void) {
        self.posters = posters
        self.draw = draw
    }

    /// Clears the place, and draws the poster as soon as it is loaded. Cancels the previous load. If the load fails, the place
    /// stays empty.
    ///
    /// - Parameters:
    ///   - path: The path of the poster, or `nil` for no poster.
    ///   - width: The width in which the poster is shown, in pixels.
    /// - Returns: A task that ends when the poster was drawn, or when it will certainly not be drawn.
    @discardableResult
    public func show(_ path: String?, width: Int) -> Task<Void, Never>? {
        load?.cancel()
        load = nil
        draw(nil)
        isLoading = path != nil
        guard let path else { return nil }
        load = Task { [posters, weak self] in
            let poster = try? await posters.poster(path, width: width)
            // When the row gets another film, the next `show` cancels this task at once, before it can draw.
            if !Task.isCancelled { self?.end(with: poster) }
        }
        return load
    }

    private func end(with poster: Poster?) {
        isLoading = false
        if let poster { draw(poster) }
    }

    deinit { load?.cancel() }
}
