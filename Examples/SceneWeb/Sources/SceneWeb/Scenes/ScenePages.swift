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
/// connection. See ``SceneEndpoint`` for a server that has other paths beside them.
public final class ScenePages: Sendable {
    /// The port the server listens on.
    public var port: Int { server.port }
    /// Where a browser on this machine finds the pages. The rules of access must name its host.
    public var address: String {
        switch host {
        // All addresses of the machine: the loopback interface is among them.
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
    ///   - app: The app, which is kept.
    ///   - files: The pages, their scripts and their styles.
    ///   - port: The port, or 0 for any that is free.
    ///   - host: The address to listen on.
    ///   - access: Under which names the server may be called. A request for another name, or of a page of another origin,
    ///     gets 403.
    ///   - limits: How much pages may ask for.
    ///   - log: Is given a line for each request that is refused.
    /// - Throws: ``WebServer/StartError``.
    public init(
        app: BridgedApp, files: StaticFiles, port: Int, host: String = "127.0.0.1",
        access: AccessRules = .loopback, limits: SceneEndpoint.Limits = SceneEndpoint.Limits(),
        log: @escaping @Sendable (String) -> Void = WebServer.logToStandardError
    ) throws {
        let endpoint = SceneEndpoint(app: app, limits: limits, log: log)
        var serverLimits = WebServer.Limits()
        serverLimits.body = app.limits.message
        // A page has a stream, and a request for its messages.
        serverLimits.connections = limits.pages * 2 + 100
        self.endpoint = endpoint
        self.host = host
        server = try WebServer(port: port, host: host, access: access, limits: serverLimits, log: log) { request in
            if let response = await endpoint.response(to: request) { return response }
            return files.response(to: request) ?? .text("Nothing is here.\n", status: 404)
        }
    }

    /// Stops the server, and disconnects the pages. Their sessions are kept by the app for its retention time.
    public func stop() async {
        await server.stop()
        endpoint.close()
    }
}
