internal import CIS
internal import CISReflection

/// Calls of workers. They are recorded where a wrapper of the worker passes them on.
extension Recorder {
    /// Calls a function of a worker, and records the call and its answer.
    ///
    /// A wrapper calls it. `swift package new-scene NAME --recorded-worker TARGET` writes one:
    ///
    /// ```swift
    /// final class RecordedNoteWorker: NoteWorker {
    ///     private let worker: any NoteWorker
    ///     init(_ worker: any NoteWorker) { self.worker = worker }
    ///
    ///     @MainActor func load(_ id: Int) async throws -> Note.Content {
    ///         try await Recorder.call("load", of: "NoteWorker", ["id": id]) {
    ///             try await worker.load(id)
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// Calls are recorded that an event of a recorded scene has made, in the order in which they begin. An answer is recorded
    /// when its caller goes on, so the order of the answers is that in which the scene has received them. Without a recorder,
    /// the function is called, and nothing else happens.
    ///
    /// The wrapper's function has to be on the main actor, even if that of the protocol is `@concurrent`: then the caller goes
    /// on at once after the answer was recorded. The worker's own function still runs elsewhere.
    ///
    /// - Parameters:
    ///   - name: The name of the function. Among functions of the same name, with the labels: a double of `new-scene` has a stub
    ///     of this name and `Stub`. A ``Redaction`` with this case leaves out arguments and answer.
    ///   - worker: The name of the protocol.
    ///   - arguments: The arguments with their names. Evaluated only while there is a recorder.
    ///   - perform: Calls the worker.
    /// - Returns: What the worker returns.
    /// - Throws: What the worker throws.
    public static func call<Answer: Sendable, Failure: Error>(
        _ name: String, of worker: String, _ arguments: @autoclosure () -> KeyValuePairs<String, any Sendable> = [:],
        perform: () async throws(Failure) -> Answer
    ) async throws(Failure) -> Answer {
        guard !all.isEmpty else { return try await perform() }
        let endings = begin(WorkerCall(name: name, worker: worker, isAsync: true, arguments: arguments()))
        let result: Result<Answer, Failure>
        do throws(Failure) { result = .success(try await perform()) } catch { result = .failure(error) }
        for end in endings { end(WorkerAnswer(name, result)) }
        return try result.get()
    }

    /// The same for a function that is not `async`.
    public static func call<Answer: Sendable, Failure: Error>(
        _ name: String, of worker: String, _ arguments: @autoclosure () -> KeyValuePairs<String, any Sendable> = [:],
        perform: () throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        guard !all.isEmpty else { return try perform() }
        let endings = begin(WorkerCall(name: name, worker: worker, isAsync: false, arguments: arguments()))
        let result: Result<Answer, Failure>
        do throws(Failure) { result = .success(try perform()) } catch { result = .failure(error) }
        for end in endings { end(WorkerAnswer(name, result)) }
        return try result.get()
    }

    private static func begin(_ call: WorkerCall) -> [@MainActor (WorkerAnswer) -> Void] {
        guard let cause = SceneEvent.currentCause?.number else { return [] }
        return all.compactMap { $0()?.log.willCall(call, cause: cause) }
    }
}

/// A call of a worker, until it is encoded.
struct WorkerCall: Sendable {
    let name: String
    let worker: String
    let isAsync: Bool
    let arguments: KeyValuePairs<String, any Sendable>
}

/// What a worker has answered, until it is encoded.
struct WorkerAnswer: Sendable {
    /// The name of the function.
    let call: String
    /// `returned`, `threw` or `cancelled`.
    let ending: String
    /// What was returned or thrown. `nil` for `Void`, and if the call was cancelled.
    let value: (any Sendable)?

    init<Answer: Sendable>(_ call: String, _ result: Result<Answer, some Error>) {
        self.call = call
        switch result {
        case .success(let answer): (ending, value) = ("returned", Answer.self == Void.self ? nil : answer)
        case .failure(let error):
            let isCancelled = error is CancellationError
            (ending, value) = (isCancelled ? "cancelled" : "threw", isCancelled ? nil : error)
        }
    }

    /// The name of the value's type with its module. `nil` if other files cannot name it.
    var type: String? {
        let name = value.map { String(reflecting: Swift.type(of: $0)) }
        return name.flatMap { $0.contains("(unknown context at ") ? nil : $0 }
    }
}

extension ValueRecorder {
    /// Records the arguments of a call in the form of an enum case.
    func record(call: WorkerCall) -> RecordedForm {
        if redaction.cases.contains(call.name) {
            return RecordedForm(
                value: .object([call.name: .redacted("arguments")]), isRedacted: true, caseName: call.name)
        }
        let parts = call.arguments.map { (name: $0, form: record($1)) }
        let members = parts.map { RecordedValue.Member($0.name, $0.form.value) }
        return RecordedForm(
            value: .object([call.name: .object(members)]), isRedacted: parts.contains { $0.form.isRedacted },
            caseName: call.name)
    }

    /// Records what a worker has answered.
    func record(answer: WorkerAnswer) -> RecordedForm? {
        guard let value = answer.value else { return nil }
        if redaction.cases.contains(answer.call) {
            return RecordedForm(value: .redacted("answer"), isRedacted: true)
        }
        var form = record(value)
        let isEnum = Mirror(reflecting: value).displayStyle == .enum
        guard isEnum, let name = EnumCaseName.ifEnum(value) else { return form }
        // With the name of its case, the value is written as code in a test.
        let isLiteral = SceneTypes.literalCases(of: type(of: value), "answer").contains("answer.\(name)")
        form.caseName = isLiteral ? name : nil
        return form
    }
}
