// What a screen reader is to say, with Apple's signatures. Only compiled.

public enum AccessibilityNotification {
    public struct Announcement: Sendable {
        public init(_ announcement: String) {}
        public func post() {}
    }
}
