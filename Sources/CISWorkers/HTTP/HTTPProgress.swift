/// How far a request has got, in bytes of content, without headers.
///
/// An answer that comes compressed is counted decompressed.
public struct HTTPProgress: Sendable, Equatable {
    /// Bytes handed to the network.
    public var sent: Int64
    /// How many there are to send. `nil` if that is not known.
    public var toSend: Int64?
    /// Bytes that have come back.
    public var received: Int64
    /// How many the server has announced. `nil` if it has not answered, or does not say.
    public var toReceive: Int64?

    /// Progress. Only tests and transports of your own need to make one.
    public init(sent: Int64 = 0, toSend: Int64? = nil, received: Int64 = 0, toReceive: Int64? = nil) {
        self.sent = sent
        self.toSend = toSend
        self.received = received
        self.toReceive = toReceive
    }

    /// The part of the content that has been sent, from 0 to 1. `nil` if it is not known how much there is.
    public var fractionSent: Double? { Self.fraction(sent, of: toSend) }

    /// The part of the answer that has come back, from 0 to 1. `nil` if it is not known how much there is.
    public var fractionReceived: Double? { Self.fraction(received, of: toReceive) }

    private static func fraction(_ part: Int64, of whole: Int64?) -> Double? {
        guard let whole else { return nil }
        return whole > 0 ? min(1, Double(part) / Double(whole)) : 1
    }
}
