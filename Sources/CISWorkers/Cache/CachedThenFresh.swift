/// What is cached first, then what is fresh: a sequence of at most two values.
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
/// Fresh is always asked, also after a hit; a cached value is no remedy for a failure. In detail:
///
/// 1. `cached` is asked. If it has a value, that is the first element.
/// 2. If the task was cancelled meanwhile the sequence ends, and `fresh` is not asked.
/// 3. `fresh` is asked. What it throws ends the sequence. What it returns is given to `save`, and is the last element.
///
/// Everything runs in the task of the loop, nothing ahead of it: a loop that is left after the cached value never asks
/// for the fresh one. Each iteration asks anew.
public struct CachedThenFresh<Value: Sendable, Failure: Error>: AsyncSequence, Sendable {
    /// A value, and where it comes from.
    public enum Element: Sendable {
        /// The value was in the cache.
        case cached(Value)
        /// The value has just been fetched.
        case fresh(Value)

        /// The value.
        public var value: Value {
            switch self {
            case .cached(let value), .fresh(let value): value
            }
        }

        /// Whether the value has just been fetched.
        public var isFresh: Bool {
            if case .fresh = self { true } else { false }
        }
    }

    private let cached: @Sendable () async -> Value?
    private let fresh: @Sendable () async throws(Failure) -> Value
    private let save: @Sendable (Value) async -> Void

    /// Makes the sequence. Nothing is asked before it is iterated.
    ///
    /// - Parameters:
    ///   - cached: Looks in the cache. A cache that cannot be read has no value.
    ///   - fresh: Fetches the value.
    ///   - save: Puts a fetched value into the cache. If that fails the value is delivered nevertheless.
    public init(
        cached: @escaping @Sendable () async -> Value?,
        fresh: @escaping @Sendable () async throws(Failure) -> Value,
        save: @escaping @Sendable (Value) async -> Void = { _ in }
    ) {
        self.cached = cached
        self.fresh = fresh
        self.save = save
    }

    /// Begins an iteration.
    ///
    /// - Returns: What asks.
    public func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

    /// Asks the cache, then for the fresh value.
    public struct Iterator: AsyncIteratorProtocol {
        private enum Step { case cached, fresh, done }

        private let sequence: CachedThenFresh
        private var step = Step.cached

        fileprivate init(sequence: CachedThenFresh) {
            self.sequence = sequence
        }

        /// Asks for the next value.
        ///
        /// - Returns: The cached value, then the fresh one, then `nil`; `nil` also if the task was cancelled before the
        ///   fresh value was asked for.
        /// - Throws: What fetching throws.
        public mutating func next() async throws(Failure) -> Element? {
            try await next(isolation: nil)
        }

        /// Asks for the next value.
        ///
        /// - Parameter actor: What the caller is isolated to.
        /// - Returns: The cached value, then the fresh one, then `nil`; `nil` also if the task was cancelled before the
        ///   fresh value was asked for.
        /// - Throws: What fetching throws.
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
