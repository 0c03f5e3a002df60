/// How much one host may ask of the app. Announced in `welcome`, and enforced.
public struct BridgeLimits: Sendable, Hashable {
    /// How many bytes a message may have. 1 MiB unless changed.
    public var message = 1_048_576
    /// How many levels of arrays and objects a message may have. 64 unless changed; more than 512 count as 512.
    public var depth = 64
    /// How many scenes may be open at once, children included. 256 unless changed.
    public var scenes = 256
    /// How many actions may be in flight: until their `done` is sent. 256 unless changed.
    public var inFlight = 256
    /// How many bytes may wait to be taken by the host, and as many to be handled; one message always may. A host that reads
    /// more slowly loses its connection, and may resume. The inputs of the open scenes have as many at most, too. 16 MiB
    /// unless changed.
    public var waitingBytes = 16_777_216
    /// How many sessions are kept for hosts that have lost their connection. The oldest ends when there are more. 1,000
    /// unless changed.
    public var retainedSessions = 1_000

    /// The usual limits.
    public init() {}

    /// The number of outcomes that are remembered: more than can be in flight.
    var outcomes: Int {
        let (product, isTooHigh) = max(inFlight, 1).multipliedReportingOverflow(by: 4)
        return isTooHigh ? .max : product
    }
    /// The depth that the stack bears, too.
    var readableDepth: Int { min(depth, 512) }
}
