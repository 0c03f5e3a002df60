internal import CIS
import Foundation

extension HTTPClient {
    /// Makes one attempt: adds the authorization, sends the request, repeats it once if the authorization was renewed,
    /// checks the status, and decodes the response.
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
        let timer = InactivityTimer(
            clock, timeout: endpoint.timeout ?? configuration.timeout, deadline: configuration.deadline)
        var (response, url) = try await exchange(request, timer, onProgress)
        // After a redirect to another server, a 401 is unrelated to the token of this server.
        if response.status == 401, HTTPRequest.haveSameOrigin(url, request.url), let authorization,
            try await authorization.renew(rejected: header)
        {
            request.headers["Authorization"] = try await authorization.header()
            timer.reset()
            (response, url) = try await exchange(request, timer, onProgress)
        }
        guard endpoint.accepted.contains(response.status) else {
            throw failure(response, request)
        }
        return try endpoint.decoder.output(of: response, to: request)
    }

    private func failure(_ response: HTTPResponse, _ request: HTTPRequest) -> HTTPError {
        var error = HTTPError(
            status: response.status, headers: response.headers, body: response.body, request: request)
        error.retryAfter = response.headers["Retry-After"].flatMap { RetryAfter.delay($0, now: wallClock.now) }
        return error
    }

    /// Sends a request, follows redirects, and ends the request at the timeout or the deadline. Returns the last
    /// response and its URL.
    private func exchange(
        _ request: HTTPRequest,
        _ timer: InactivityTimer,
        _ onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> (HTTPResponse, URL) {
        try await withWatchdog(timedOut: HTTPError(.timedOut, request: request, reason: timer.reason)) {
            () async throws(HTTPError) in
            try await follow(request) { progress in
                timer.reset()
                onProgress(progress)
            }
        } watchdog: { [clock] in
            while let remaining = timer.remaining { try await clock.trackedSleep(for: remaining) }
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
                throw HTTPError(.tooManyRedirects, request: request, reason: "after \(count - 1) redirects")
            }
            request = next
        }
    }
}

/// Measures the time since data was last sent or received, and the time since the timer was created.
private final class InactivityTimer: Sendable {
    private let latest = LockedValue(Duration.zero)
    private let elapsed: @Sendable () -> Duration
    private let timeout: Duration
    private let deadline: Duration?

    init(_ clock: any Clock<Duration>, timeout: Duration, deadline: Duration?) {
        elapsed = stopwatch(clock)
        self.timeout = timeout
        self.deadline = deadline
    }

    /// Restarts the measurement, because data was sent or received.
    func reset() {
        let now = elapsed()
        latest.withLock { $0 = max($0, now) }
    }

    /// The time that remains until the timeout or the deadline, or `nil` if no time remains.
    var remaining: Duration? {
        let latest = latest.withLock { $0 }
        let remaining = min(latest + timeout, deadline ?? latest + timeout) - elapsed()
        return remaining > .zero ? min(remaining, .longestSleep) : nil
    }

    var reason: String {
        if let deadline, elapsed() >= deadline { return "the deadline of \(deadline) has passed" }
        return "no data was sent or received for \(timeout)"
    }
}

/// Returns a function that measures the time since this call. Its type does not contain the type of the clock.
private func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}
