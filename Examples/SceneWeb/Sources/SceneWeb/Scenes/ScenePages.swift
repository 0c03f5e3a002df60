public import CISBridge

/// A server whose pages show the scenes of an app.
///
/// ```swift
/// var files = StaticFiles()
/// files.add(page, at: "/index.html")           // imports { connect } from "/cis/client.js"
/// let pages = try ScenePages(app: app, files: files, port: 8080)
/// print(pages.address)
/// ```
///
/// It binds to the loopback interface unless told otherwise. Each page has a session of its own, which outlives the page's
/// connection. For a server with other paths, see ``SceneEndpoint``.
public final class ScenePages: Sendable {
    /// The port the server listens on.
    public var port: Int { server.port }
    /// The address of the pages for a browser on this machine. The access rules must contain its host.
    public var address: String {
        switch host {
        // The server listens on all addresses of the machine, including the loopback interface.
        case "0.0.0.0": "http://127.0.0.1:\(port)"
        case "::": "http://[::1]:\(port)"
        default: host.contains(":") ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
        }
    }
    /// The paths under which the pages reach the scenes.
    public let endpoint: SceneEndpoint
    private let server: WebServer
    private let host: String

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - app: The app. It is retained.
    ///   - files: The pages, their scripts and their styles.
    ///   - port: The port, or 0 for any free one.
    ///   - host: The address to listen on.
    ///   - access: The names under which the server may be called. A request for another name, or from a page with another
    ///     origin, is answered with 403.
    ///   - headers: Headers of every response, in addition to ``WebServer/defaultHeaders`` or instead of those with the same names.
    ///     Without another `Content-Security-Policy`, a page has no inline scripts and styles, and uses no other servers.
    ///   - limits: Limits for the pages.
    ///   - log: Called with a line for each request that is refused.
    /// - Throws: ``WebServer/StartError``.
    public init(
        app: BridgedApp, files: StaticFiles, port: Int, host: String = "127.0.0.1",
        access: AccessRules = .loopback, headers: [(name: String, value: String)] = [],
        limits: SceneEndpoint.Limits = SceneEndpoint.Limits(),
        log: @escaping @Sendable (String) -> Void = WebServer.logToStandardError
    ) throws {
        let endpoint = SceneEndpoint(app: app, limits: limits, log: log)
        var serverLimits = WebServer.Limits()
        serverLimits.body = app.limits.message
        // Each page has one stream and at most one request with messages.
        serverLimits.connections = min(limits.pages, Int(Int32.max) / 4) * 2 + 100
        self.endpoint = endpoint
        self.host = host
        server = try WebServer(
            port: port, host: host, access: access, headers: headers, limits: serverLimits, log: log
        ) { request in
            if let response = await endpoint.response(to: request) { return response }
            return files.response(to: request) ?? .text("Nothing is here.\n", status: 404)
        }
    }

    /// Stops the server and disconnects the pages. The app keeps their sessions for its retention time.
    ///
    /// - Parameter grace: How long to wait for pages that do not read what was sent to them.
    public func stop(grace: Duration = .seconds(10)) async {
        await server.stop(grace: grace)
        endpoint.close()
    }
}
