internal import CIS
import Foundation

extension HTTPClient {
    /// One attempt: authorized, once more if the server does not know the caller, checked, decoded.
    func attempt<Response: Sendable>(
        _ endpoint: Endpoint<Response>,
        _ request: HTTPRequest,
        _ onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> Response {
        if Task.isCancelled { throw HTTPError(.cancelled, request: request) }
        let authorization = endpoint.isAuthorized && !endpoint.place.isAbsolute ? self.authorization : nil
        var request = request
        let header = try await authorization?.header()
        if let header { request.headers["Authorization"] = header }
        let silence = Silence(
            clock, timeout: endpoint.timeout ?? configuration.timeout, deadline: configuration.deadline)
        var (response, url) = try await exchange(request, silence, onProgress)
        // Another server, where a redirect has led, does not judge this one's token.
        if response.status == 401, HTTPRequest.haveSameOrigin(url, request.url), let authorization,
            try await authorization.renew(rejected: header)
        {
            request.headers["Authorization"] = try await authorization.header()
            silence.break()
            (response, url) = try await exchange(request, silence, onProgress)
        }
        guard endpoint.accepted.contains(response.status) else {
            throw failure(response, request)
        }
        return try endpoint.decoder.output(of: response, to: request)
    }

    private func failure(_ response: HTTPResponse, _ request: HTTPRequest) -> HTTPError {
        var error = HTTPError(
            status: response.status, headers: response.headers, body: response.body, request: request)
        error.retryAfter = response.headers["Retry-After"].flatMap { RetryAfter.delay($0, now: now()) }
        return error
    }

    /// The answer at the end of all redirects, in time, and where it came from.
    private func exchange(
        _ request: HTTPRequest,
        _ silence: Silence,
        _ onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> (HTTPResponse, URL) {
        try await withWatchdog(timedOut: HTTPError(.timedOut, request: request, reason: silence.reason)) {
            () async throws(HTTPError) in
            try await follow(request) { progress in
                silence.break()
                onProgress(progress)
            }
        } watchdog: { [clock] in
            while let rest = silence.rest { try await clock.sleep(for: rest) }
        }
    }

    private func follow(
        _ request: HTTPRequest,
        _ onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> (HTTPResponse, URL) {
        var request = request
        var count = 0
        while true {
            let response = try await transport.send(request, onProgress: onProgress)
            guard configuration.maximumRedirects > 0, let next = try request.redirected(by: response) else {
                return (response, request.url)
            }
            count += 1
            guard count <= configuration.maximumRedirects else {
                throw HTTPError(.tooManyRedirects, request: request, reason: "after \(count - 1)")
            }
            request = next
        }
    }
}

/// How long nothing has moved.
private final class Silence: Sendable {
    private let latest = Guarded(Duration.zero)
    private let elapsed: @Sendable () -> Duration
    private let timeout: Duration
    private let deadline: Duration?

    init(_ clock: any Clock<Duration>, timeout: Duration, deadline: Duration?) {
        elapsed = stopwatch(clock)
        self.timeout = timeout
        self.deadline = deadline
    }

    /// Something has moved.
    func `break`() {
        let now = elapsed()
        latest.withLock { $0 = max($0, now) }
    }

    /// How long there is still time. `nil`: the time is up.
    var rest: Duration? {
        let latest = latest.withLock { $0 }
        let rest = min(latest + timeout, deadline ?? latest + timeout) - elapsed()
        return rest > .zero ? min(rest, .century) : nil
    }

    var reason: String {
        if let deadline, elapsed() >= deadline { return "not done after \(deadline)" }
        return "nothing has moved for \(timeout)"
    }
}
