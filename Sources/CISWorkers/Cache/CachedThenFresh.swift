/// A sequence of at most two values: the cached one, then a freshly fetched one.
///
/// ```swift
/// for try await page in CachedThenFresh(
///     cached: { await cache.page(query) }, fresh: { try await api.page(query) },
///     save: { await cache.keep($0, for: query) })
/// {
///     store.execute(.pageArrived(page.value, isFresh: page.isFresh))
/// }
/// ```
///
/// Use it to show old data immediately while new data loads. The fresh value is always fetched, even if there is a
/// cached value.
///
/// 1. `cached` is called. If it returns a value and the task was not cancelled, the value is the first element.
/// 2. If the task was cancelled in the meantime, the sequence ends without a call of `fresh`.
/// 3. `fresh` is called. If it throws, the sequence throws the error. Otherwise the value is passed to `save`, and is
/// the last element.
///
/// The closures run in the task that iterates. A loop that ends after the cached value does not call `fresh`. Each
/// iteration calls the closures again.
public struct CachedThenFresh<Value: Sendable, Failure: Error>: AsyncSequence, Sendable {
    /// A value and its origin.
    public enum Element: Sendable {
        /// A value from the cache.
        case cached(Value)
        /// A value that was just fetched.
        case fresh(Value)

        /// The value.
        public var value: Value {
            switch self {
            case .cached(let value), .fresh(let value): value
            }
        }

        /// Whether the value was just fetched.
        public var isFresh: Bool {
            if case .fresh = self { true } else { false }
        }
    }

    private let cached: @Sendable () async -> Value?
    private let fresh: @Sendable () async throws(Failure) -> Value
    private let save: @Sendable (Value) async -> Void

    /// Creates the sequence. No closure is called before the iteration begins.
    ///
    /// - Parameters:
    ///   - cached: Reads the value from the cache. Returns `nil` if there is none or the cache cannot be read.
    ///   - fresh: Fetches the value.
    ///   - save: Writes the fetched value to the cache. The value is delivered even if this fails.
    public init(
        cached: @escaping @Sendable () async -> Value?,
        fresh: @escaping @Sendable () async throws(Failure) -> Value,
        save: @escaping @Sendable (Value) async -> Void = { _ in }
    ) {
        self.cached = cached
        self.fresh = fresh
        self.save = save
    }

    /// Creates an iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

    /// Reads the cached value, then fetches the fresh one.
    public struct Iterator: AsyncIteratorProtocol {
        private enum Step { case cached, fresh, done }

        private let sequence: CachedThenFresh
        private var step = Step.cached

        fileprivate init(sequence: CachedThenFresh) {
            self.sequence = sequence
        }

        /// Returns the next value.
        ///
        /// - Returns: The cached value, then the fresh one, then `nil`. Also `nil` if the task was cancelled before
        ///   `fresh` was called.
        /// - Throws: The error of `fresh`.
        public mutating func next() async throws(Failure) -> Element? {
            try await next(isolation: nil)
        }

        /// Returns the next value.
        ///
        /// - Parameter actor: The actor that the caller is isolated to.
        /// - Returns: The cached value, then the fresh one, then `nil`. Also `nil` if the task was cancelled before
        ///   `fresh` was called.
        /// - Throws: The error of `fresh`.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
            if step == .cached {
                step = .fresh
                if let value = await sequence.cached(), !Task.isCancelled { return .cached(value) }
            }
            guard step == .fresh else { return nil }
            step = .done
            guard !Task.isCancelled else { return nil }
            let value = try await sequence.fresh()
            await sequence.save(value)
            return .fresh(value)
        }
    }
}
