/// Identifies a request that creates something. A server creates it once, even if the request is sent again because its answer was
/// lost.
package struct RequestKey: Sendable, Equatable, Codable {
    package let text: String

    package init(_ text: String) { self.text = text }
}

/// A request to create something. As long as it is not known whether the server has done this, a further try with the same content
/// sends the same key, so that nothing is created twice.
package struct Attempt<Content: Sendable & Equatable & Codable>: Sendable, Equatable, Codable {
    package let content: Content
    package let key: RequestKey

    package init(_ content: Content, key: RequestKey) {
        self.content = content
        self.key = key
    }
}
