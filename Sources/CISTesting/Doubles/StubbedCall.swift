internal import CIS

/// A worker function that cannot throw, in a test.
public typealias Stub<Arguments: Sendable, Answer: Sendable> = StubbedCall<Arguments, Answer, Never>

/// A worker function that can throw, in a test.
public typealias ThrowingStub<Arguments: Sendable, Answer: Sendable> = StubbedCall<Arguments, Answer, any Error>

/// One function of a worker, in a test: notes its calls and answers them as told.
///
/// A worker's double has one of these per function, and forwards to it:
///
/// ```swift
/// final class ReceiptWorkerDouble: ReceiptWorker {
///     let toasts = Stub<String, Void>()
///     let uploading = ThrowingStub<[Image], [Key]>(.value([]))
///
///     @MainActor func showToast(_ message: String) { toasts(message) }
///     @concurrent func upload(_ images: [Image]) async throws -> [Key] { try await uploading(images) }
/// }
/// ```
///
/// Several arguments are one tuple. Calls are answered by ``answers(_:)`` in order, then by what was given to the
/// initializer or to ``always(_:)``. A call that nothing answers fails the test at the `when` that led to it, with its name,
/// its arguments and the steps before. A stub that answers `Void` and cannot throw answers by itself: there is nothing to
/// script.
///
/// Any thread may call.
public final class StubbedCall<Arguments: Sendable, Answer: Sendable, Failure: Error>: Sendable {
    /// What the stub does when it is called.
    public typealias Reply = CISTesting.Reply<Arguments, Answer, Failure>
    typealias Outcome = Result<Answer, Failure>

    struct State: Sendable {
        var always: Reply?
        var script: ArraySlice<Reply> = []
        var calls: [Arguments] = []
        /// How many of the calls the test has looked at.
        var seen = 0
        var name: String?
    }

    /// One call that waits.
    struct HeldCall: Sendable {
        let number: Int
        let arguments: Arguments
    }

    let state: LockedValue<State>
    let pending = PendingCalls<HeldCall, Outcome>()
    /// What a call gets that nothing answers, after that was reported. The function is told the failure's text.
    let unscripted: @Sendable (Arguments, String) -> Outcome
    /// What a waiting call gets when its action is cancelled. `nil`: it cannot throw, and waits on.
    let cancelled: Outcome?
    /// What a call gets that a schedule makes fail.
    let fault: Outcome?
    /// The scenario for which it was made.
    let run: ScenarioRun?
    /// Who is told of its failures if it was made outside of every scenario.
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

    /// Makes a stub that reports calls that nothing answers, and then returns a value all the same, because the function
    /// must return one.
    ///
    /// - Parameter placeholder: What it returns after the failure was reported.
    public convenience init(otherwise placeholder: Answer) {
        self.init(always: nil, unscripted: { _, _ in .success(placeholder) })
    }

    /// The function's name as it was called, or as it is known from the double.
    var name: String { state.withLock { $0.name } ?? "the stubbed function" }
}

extension StubbedCall where Failure == Never {
    /// Makes a stub that answers every call.
    ///
    /// - Parameter always: How. Not `.wait`, since there would be nothing to return if the function is not `async`: say
    ///   ``always(_:)`` for that.
    /// - Precondition: It is not `.wait`.
    public convenience init(_ always: Reply) {
        guard case .compute(let body) = always.kind else {
            preconditionFailure("A stub starts with a value. To make calls wait, say always(.wait) afterwards.")
        }
        self.init(always: always, unscripted: { arguments, _ in body(arguments) })
    }
}

extension StubbedCall where Failure == Never {
    /// Makes a stub that answers every call with what the function makes of the arguments.
    public convenience init(_ body: @escaping @Sendable (Arguments) -> Answer) {
        self.init(
            always: Reply(kind: .compute { .success(body($0)) }),
            unscripted: { arguments, _ in .success(body(arguments)) })
    }
}

extension StubbedCall where Failure == Never, Answer == Void {
    /// Makes a stub that returns from every call: there is nothing else that the function could do.
    public convenience init() {
        self.init(always: .value(()), unscripted: { _, _ in .success(()) })
    }
}

extension StubbedCall where Failure == Never, Answer: ExpressibleByNilLiteral {
    /// Makes a stub without a script. A call that nothing answers is reported, and gets `nil`.
    public convenience init() {
        self.init(always: nil, unscripted: { _, _ in .success(nil) })
    }
}

extension StubbedCall where Failure == any Error {
    /// Makes a stub.
    ///
    /// - Parameter always: How calls are answered. Without it, and without a script, a call is reported and throws
    ///   ``UnscriptedCall``.
    public convenience init(_ always: Reply? = nil) {
        self.init(
            always: always, unscripted: { .failure(UnscriptedCall(description: $1)) },
            cancelled: .failure(CancellationError()), fault: .failure(InjectedFault()))
    }
}

/// Thrown by a stubbed function that nothing answers.
public struct UnscriptedCall: Error, CustomStringConvertible {
    /// Which call it was, and what to do.
    public let description: String
}

/// Thrown by a stubbed function that an exploration makes fail. For tests that need some error, too.
public struct InjectedFault: Error, Equatable, CustomStringConvertible {
    /// Makes the error.
    public init() {}

    /// What it is.
    public var description: String { "a fault injected by the test" }
}
