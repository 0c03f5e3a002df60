internal import CIS

/// A running request and the events that its iterator has not read yet. Releasing the object cancels the request.
///
/// ```
/// HTTPTransfer.Iterator ──▶ TransferRun ──▶ Mailbox ◀── the request's task
///                               └── cancels it in deinit ──▶
/// ```
final class TransferRun<Response: Sendable>: Sendable {
    typealias Event = HTTPTransfer<Response>.Event
    typealias Step = Result<Event?, HTTPError>

    private struct Reader: Sendable {
        let continuation: CheckedContinuation<Step, Never>
        let suspension: Suspension?
    }

    private final class Mailbox: Sendable {
        private struct Mail: Sendable {
            var progress: HTTPProgress?
            var outcome: Result<Response, HTTPError>?
            var isRead = false
            var reader: Reader?

            /// Returns the next event for a reader, if there is one.
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

        private let mail = LockedValue(Mail())

        func read() async -> Step {
            await withCheckedContinuation { continuation in
                let trackedTask = TrackedTask.ofThisTask
                let step = mail.withLock { mail -> Step? in
                    if let step = mail.take() { return step }
                    let suspension = trackedTask?.beginSuspension("waiting for progress")
                    mail.reader = Reader(continuation: continuation, suspension: suspension)
                    return nil
                }
                if let step { continuation.resume(returning: step) }
            }
        }

        /// Progress that arrives after the result, from another thread, is ignored.
        func put(_ progress: HTTPProgress) {
            change { if $0.outcome == nil { $0.progress = progress } }
        }

        /// A failure is delivered immediately. Before a success, the last progress is delivered.
        func put(_ outcome: Result<Response, HTTPError>) {
            change { mail in
                if case .failure = outcome { mail.progress = nil }
                mail.outcome = outcome
            }
        }

        private func change(_ body: (inout Mail) -> Void) {
            let delivery = mail.withLock { mail -> (reader: Reader, step: Step)? in
                body(&mail)
                guard let reader = mail.reader, let step = mail.take() else { return nil }
                mail.reader = nil
                return (reader, step)
            }
            delivery?.reader.suspension?.resume()
            if let delivery { delivery.reader.continuation.resume(returning: delivery.step) }
        }
    }

    private let mailbox = Mailbox()
    private let task = LockedValue<Task<Void, Never>?>(nil)
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

    /// Starts the task. The task refers to the mailbox and not to this object, so this object can be released before
    /// the task ends.
    private func start() -> Task<Void, Never> {
        task.withLock { task in
            if let task { return task }
            let call = TrackedTask.ofThisTask?.beginShared()
            let started = Task(executorPreference: call?.instrumentation.executor) { [send, mailbox] in
                await TrackedTask.run(as: call) {
                    do throws(HTTPError) {
                        mailbox.put(.success(try await send { mailbox.put($0) }))
                    } catch {
                        mailbox.put(.failure(error))
                    }
                }
            }
            task = started
            return started
        }
    }
}
