// Declarations that match common mistakes with stubs. They cannot be used. If a test makes such a mistake, the compiler
// shows the message of the declaration instead of an error about types.

extension StubbedCall where Failure == Never {
    /// Matches a stub without an answer, for a function that returns a value and cannot throw.
    @available(
        *, unavailable,
        message: "A call has to return something: Stub { … }, Stub(.value(…)), or Stub(otherwise: …) where tests answer"
    )
    public convenience init() {
        preconditionFailure("unavailable")
    }
}

extension StubbedCall {
    /// Matches a plain value in place of a ``Reply``.
    @available(*, unavailable, message: "An answer is a reply: write .value(…)")
    public convenience init(_ answer: Answer) {
        preconditionFailure("unavailable")
    }

    /// Matches plain values in place of replies.
    @available(*, unavailable, message: "An answer is a reply: write .value(…)")
    public func answers(_ answers: Answer...) {
        preconditionFailure("unavailable")
    }

    /// Matches a plain value in place of a ``Reply``.
    @available(*, unavailable, message: "An answer is a reply: write .value(…)")
    public func always(_ answer: Answer) {
        preconditionFailure("unavailable")
    }

    /// Matches several arguments that are not passed as one tuple.
    @available(*, unavailable, message: "Several arguments are one tuple: write stub((a, b))")
    public func callAsFunction<First, Second, each Rest>(
        _ first: First, _ second: Second, _ rest: repeat each Rest
    ) -> Answer {
        preconditionFailure("unavailable")
    }
}

extension Reply where Failure == Never {
    /// Matches an error as the answer of a function that cannot throw.
    @available(*, unavailable, message: "A Stub stands for a function that cannot throw: use a ThrowingStub")
    public static func error(_ error: some Error) -> Reply {
        preconditionFailure("unavailable")
    }
}
