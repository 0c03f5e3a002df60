internal import CIS

/// A request under way, and what its consumer has not seen yet. Let go, it cancels the request.
///
/// ```
/// HTTPTransfer.Iterator ──▶ TransferRun ──▶ Mailbox ◀── the task that sends
///                               └── cancels it when it goes ──▶
/// ```
final class TransferRun<Response: Sendable>: Sendable {
    typealias Event = HTTPTransfer<Response>.Event
    typealias Step = Result<Event?, HTTPError>

    private final class Mailbox: Sendable {
        private struct Mail: Sendable {
            var progress: HTTPProgress?
            var outcome: Result<Response, HTTPError>?
            var isRead = false
            var reader: CheckedContinuation<Step, Never>?

            /// What a reader gets now, if there is anything.
            mutating func take() -> Step? {
                if let progress {
                    self.progress = nil
                    return .success(.progress(progress))
                }
                guard let outcome else { return nil }
                if isRead { return .success(nil) }
                isRead = true
                return outcome.map { .finished($0) }
            }
        }

        private let mail = Guarded(Mail())

        func read() async -> Step {
            await withCheckedContinuation { continuation in
                let step = mail.withLock { mail -> Step? in
                    let step = mail.take()
                    if step == nil { mail.reader = continuation }
                    return step
                }
                if let step { continuation.resume(returning: step) }
            }
        }

        /// Progress that comes after the outcome, from another thread, is old.
        func put(_ progress: HTTPProgress) {
            change { if $0.outcome == nil { $0.progress = progress } }
        }

        /// A failure is told at once. Before a success, the progress that led to it is.
        func put(_ outcome: Result<Response, HTTPError>) {
            change { mail in
                if case .failure = outcome { mail.progress = nil }
                mail.outcome = outcome
            }
        }

        private func change(_ body: (inout Mail) -> Void) {
            let delivery = mail.withLock { mail -> (reader: CheckedContinuation<Step, Never>, step: Step)? in
                body(&mail)
                guard let reader = mail.reader, let step = mail.take() else { return nil }
                mail.reader = nil
                return (reader, step)
            }
            if let delivery { delivery.reader.resume(returning: delivery.step) }
        }
    }

    private let mailbox = Mailbox()
    private let task = Guarded<Task<Void, Never>?>(nil)
    private let send: HTTPTransfer<Response>.Send

    init(_ send: @escaping HTTPTransfer<Response>.Send) {
        self.send = send
    }

    deinit {
        task.withLock { $0 }?.cancel()
    }

    func next() async throws(HTTPError) -> Event? {
        let task = start()
        let step = await withTaskCancellationHandler {
            await mailbox.read()
        } onCancel: {
            task.cancel()
        }
        return try step.get()
    }

    /// The task that sends. It holds the mailbox and not the run, so that the run can go before it.
    private func start() -> Task<Void, Never> {
        task.withLock { task in
            if let task { return task }
            let started = Task { [send, mailbox] in
                do throws(HTTPError) {
                    mailbox.put(.success(try await send { mailbox.put($0) }))
                } catch {
                    mailbox.put(.failure(error))
                }
            }
            task = started
            return started
        }
    }
}
