/// The progress of a request, in bytes of content without headers.
///
/// For a compressed response, the decompressed bytes are counted.
public struct HTTPProgress: Sendable, Equatable {
    /// The number of bytes that were sent.
    public var sent: Int64
    /// The total number of bytes to send, or `nil` if it is unknown.
    public var toSend: Int64?
    /// The number of bytes that were received.
    public var received: Int64
    /// The total number of bytes to receive. `nil` if there is no response yet, or if its size is unknown, for instance
    /// because it is compressed.
    public var toReceive: Int64?

    /// Creates a progress, for tests and for your own transport.
    public init(sent: Int64 = 0, toSend: Int64? = nil, received: Int64 = 0, toReceive: Int64? = nil) {
        self.sent = sent
        self.toSend = toSend
        self.received = received
        self.toReceive = toReceive
    }

    /// The fraction that was sent, from 0 to 1, or `nil` if the total is unknown.
    public var fractionSent: Double? { Self.fraction(sent, of: toSend) }

    /// The fraction that was received, from 0 to 1, or `nil` if the total is unknown.
    public var fractionReceived: Double? { Self.fraction(received, of: toReceive) }

    private static func fraction(_ part: Int64, of whole: Int64?) -> Double? {
        guard let whole else { return nil }
        return whole > 0 ? min(1, Double(part) / Double(whole)) : 1
    }
}
