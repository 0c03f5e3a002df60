internal import CIS

/// A double of a worker function that cannot throw.
public typealias Stub<Arguments: Sendable, Answer: Sendable> = StubbedCall<Arguments, Answer, Never>

/// A double of a worker function that can throw.
public typealias ThrowingStub<Arguments: Sendable, Answer: Sendable> = StubbedCall<Arguments, Answer, any Error>

/// A double of one function of a worker. It records its calls and answers them as scripted.
///
/// A worker's double has one stub per function, and each function calls its stub:
///
/// ```swift
/// final class ReceiptWorkerDouble: ReceiptWorker {
///     let toasts = Stub<String, Void>()
///     let uploading = ThrowingStub<[Image], [Key]>(.value([]))
///
///     @MainActor func showToast(_ message: String) { toasts(message) }
///     @concurrent func upload(_ images: [Image]) async throws -> [Key] {
///         try await uploading(images)
///     }
/// }
/// ```
///
/// Several arguments are passed as one tuple. A call gets the next answer of ``answers(_:)``. If there is none, it gets the
/// default answer of the initializer or of ``always(_:)``. A call without an answer fails the test at the `when` that led to
/// it. The message shows the function's name, the arguments and the previous steps. A stub that returns `Void` and cannot
/// throw needs no answer.
///
/// A stub can be called on any thread.
public final class StubbedCall<Arguments: Sendable, Answer: Sendable, Failure: Error>: Sendable {
    /// What the stub does when it is called.
    public typealias Reply = CISTesting.Reply<Arguments, Answer, Failure>
    typealias Outcome = Result<Answer, Failure>

    struct State: Sendable {
        var always: Reply?
        var script: ArraySlice<Reply> = []
        var calls: [Arguments] = []
        var cancelledCalls: [Arguments] = []
        /// The number of calls that the test has checked.
        var seen = 0
        var name: String?
    }

    /// A waiting call.
    struct HeldCall: Sendable {
        let arguments: Arguments
    }

    let state: LockedValue<State>
    let pending = PendingCalls<HeldCall, Outcome>()
    /// Returns the outcome of a call without an answer, given the arguments and the message of the failure.
    let unscripted: @Sendable (Arguments, String) -> Outcome
    /// The outcome of a waiting call whose action is cancelled. `nil` if the function cannot throw, because the call then
    /// ignores cancellation.
    let cancelled: Outcome?
    /// The outcome of a call with an injected fault. `nil` if the function cannot throw.
    let fault: Outcome?
    /// The run in which the stub was created.
    let run: ScenarioRun?
    /// Where failures are reported if the stub was created outside of a scenario.
    let receiver = TestFailure.Receiver.current

    init(
        always: Reply?, unscripted: @escaping @Sendable (Arguments, String) -> Outcome, cancelled: Outcome? = nil,
        fault: Outcome? = nil
    ) {
        state = LockedValue(State(always: always))
        self.unscripted = unscripted
        self.cancelled = cancelled
        self.fault = fault
        run = ScenarioRun.current
        run?.add(self)
        run?.add(pending)
    }

    /// Creates a stub without a default answer, for a function that must return a value.
    ///
    /// - Parameter placeholder: The value that a call without an answer returns, after the failure was reported.
    public convenience init(otherwise placeholder: Answer) {
        self.init(always: nil, unscripted: { _, _ in .success(placeholder) })
    }

    /// The name of the function. Until its first call, the name of the property that contains the stub.
    var name: String { state.withLock { $0.name } ?? "the stubbed function" }
}

extension StubbedCall where Failure == Never {
    /// Creates a stub that answers every call.
    ///
    /// - Parameter always: The default answer. It must not be `.wait`, because a function that is not `async` cannot wait. To
    ///   make the calls of an `async` function wait, call ``always(_:)`` afterwards.
    /// - Precondition: `always` is not `.wait`.
    public convenience init(_ always: Reply) {
        guard case .compute(let body) = always.kind else {
            preconditionFailure("A stub starts with a value. To make calls wait, call always(.wait) afterwards.")
        }
        self.init(always: always, unscripted: { arguments, _ in body(arguments) })
    }
}

extension StubbedCall where Failure == Never {
    /// Creates a stub that answers every call with the result of a function of the arguments.
    public convenience init(_ body: @escaping @Sendable (Arguments) -> Answer) {
        self.init(
            always: Reply(kind: .compute { .success(body($0)) }),
            unscripted: { arguments, _ in .success(body(arguments)) })
    }
}

extension StubbedCall where Failure == Never, Answer == Void {
    /// Creates a stub for a function without a result. Every call returns.
    public convenience init() {
        self.init(always: .value(()), unscripted: { _, _ in .success(()) })
    }
}

extension StubbedCall where Failure == Never, Answer: ExpressibleByNilLiteral {
    /// Creates a stub without a default answer. A call without an answer is reported, and returns `nil`.
    public convenience init() {
        self.init(always: nil, unscripted: { _, _ in .success(nil) })
    }
}

extension StubbedCall where Failure == any Error {
    /// Creates a stub.
    ///
    /// - Parameter always: The default answer. Without one, a call without an answer is reported and throws
    ///   ``UnscriptedCall``.
    public convenience init(_ always: Reply? = nil) {
        self.init(
            always: always, unscripted: { .failure(UnscriptedCall(description: $1)) },
            cancelled: .failure(CancellationError()), fault: .failure(InjectedFault()))
    }
}

extension StubbedCall {
    /// Creates a stub for a function with a typed error, as in `throws(HTTPError)`.
    ///
    /// ```swift
    /// let loading = StubbedCall<URL, Data, HTTPError>(
    ///     .value(Data()), failing: HTTPError(.notConnected))
    /// ```
    ///
    /// - Parameters:
    ///   - always: The default answer. Without one, a call without an answer is reported and throws the error.
    ///   - error: The error that an exploration injects.
    ///   - cancelled: The error of a call whose action is cancelled. If it is `nil`, calls ignore cancellation.
    public convenience init(_ always: Reply? = nil, failing error: Failure, cancelled: Failure? = nil) {
        self.init(
            always: always, unscripted: { _, _ in .failure(error) }, cancelled: cancelled.map { .failure($0) },
            fault: .failure(error))
    }
}

/// The error of a call without an answer.
public struct UnscriptedCall: Error, CustomStringConvertible {
    /// The call, and the remedy.
    public let description: String
}

/// The error that an exploration injects. Tests can also use it as an error of their own.
public struct InjectedFault: Error, Equatable, CustomStringConvertible {
    /// Creates the error.
    public init() {}

    /// A description of the error.
    public var description: String { "a fault injected by the test" }
}
