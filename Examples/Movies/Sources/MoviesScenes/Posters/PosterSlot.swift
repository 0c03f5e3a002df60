public import MoviesDomain

/// MV-33: the place of a poster in a row. A list uses its rows again for other films while it is scrolled.
///
/// Each row of a front end has a slot. It never draws the poster of a film that the row does not show any more.
/// Posters are loaded and decoded outside the main actor. Only a picture that is ready gets there.
@MainActor public final class PosterSlot<Picture: Sendable> {
    private let posters: any PosterRepository
    private let decode: @Sendable (Poster) async throws -> Picture
    private let draw: @MainActor (Picture?) -> Void
    private var load: Task<Void, Never>?
    /// Whether a poster is being loaded. It is drawn if it arrives.
    public private(set) var isLoading = false

    /// Creates an empty slot.
    ///
    /// - Parameters:
    ///   - posters: Loads the posters.
    ///   - decode: Makes a picture of a poster, in the form that the front end draws.
    ///   - draw: Draws a picture, or clears the place if it is `nil`. It should not hold the slot.
    public init(
        _ posters: any PosterRepository, decode: @escaping @Sendable (Poster) async throws -> Picture,
        draw: @escaping @MainActor (Picture?) -> Void
    ) {
        self.posters = posters
        self.decode = decode
        self.draw = draw
    }

    /// Clears the place, and draws the poster as soon as it is loaded and decoded. Cancels the previous load. If the load fails,
    /// the place stays empty.
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
        load = Task { @concurrent [posters, decode, weak self] in
            let picture = try? await decode(posters.poster(path, width: width))
            // A load that is cancelled does not wake the main actor.
            if !Task.isCancelled { await self?.end(with: picture) }
        }
        return load
    }

    private func end(with picture: Picture?) {
        // When the row gets another film, the next `show` cancels this task at once, before it can draw.
        guard !Task.isCancelled else { return }
        isLoading = false
        if let picture { draw(picture) }
    }

    deinit { load?.cancel() }
}
