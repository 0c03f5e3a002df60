// The part of os that the log sink uses, for a compiler without Apple's SDK. It is only compiled.

public struct OSLogType: Sendable {
    public static let debug = OSLogType()
    public static let info = OSLogType()
    public static let `default` = OSLogType()
    public static let error = OSLogType()
}

public struct OSLogPrivacy: Sendable {
    public static let `public` = OSLogPrivacy()
}

public struct OSLogInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(_ text: @autoclosure () -> String, privacy: OSLogPrivacy) {}
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
    public init(stringInterpolation: OSLogInterpolation) {}
    public init(stringLiteral: String) {}
}

public struct Logger: Sendable {
    public init(subsystem: String, category: String) {}
    public func log(level: OSLogType, _ message: OSLogMessage) {}
}
