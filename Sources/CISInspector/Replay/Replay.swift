public import CIS
internal import Foundation

/// The recorded mutations of one scene, applied again.
///
/// ```swift
/// let replay = try Replay(recording, of: CounterStore.self)
/// replay.state(after: 3)             // the state after the third mutation
/// replay.firstDivergence()           // nil: every state equals the recorded one
/// ```
///
/// Only `Store.mutate(_:by:)` runs. It is static and pure, so no worker is called and no side effect is performed.
///
/// One thing besides `mutate` changes a state: the scene gives new ids to elements of a `SceneStack` whose numbers were
/// used before. A replay without the scene shows such ids as a divergence.
public struct Replay<Owner: Store>: Sendable where Owner.State: Codable, Owner.Mutation: Codable {
    /// A recorded mutation.
    public struct Step: Sendable {
        /// The mutation.
        public let mutation: Owner.Mutation
        /// The line of the recording.
        public let line: RecordedLine
        /// The recorded state after it.
        public let recorded: RecordedValue
    }

    /// The number of the scene in the recording.
    public let scene: Int
    /// The state with which the recording of the scene begins.
    public let initial: Owner.State
    /// The mutations, in order.
    public let steps: [Step]
    /// The mutations of the steps. Copying a whole step takes longer than applying its mutation.
    private let mutations: [Owner.Mutation]

    /// Decodes the mutations of a scene.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - store: The type of the scene's store.
    ///   - scene: The number of the scene. By default, the first scene with a state of this type.
    /// - Throws: ``ReplayError`` if there is no such scene, if a value was redacted or not `Codable`, or if it cannot be
    ///   decoded by this version of the program.
    public init(_ recording: Recording, of store: Owner.Type = Owner.self, scene: Int? = nil) throws(ReplayError) {
        let type = stableName(of: Owner.State.self)
        let opened = recording.lines.first { line in
            line.kind == .open && (scene.map { $0 == line.scene } ?? (line.types?.state == type))
        }
        guard let opened, let number = opened.scene, let state = opened.value else {
            throw ReplayError(.noScene, nil, "The recording has no scene \(scene.map { "\($0)" } ?? "with a \(type)").")
        }
        self.scene = number
        initial = try Self.decode(Owner.State.self, state, of: opened)
        var steps: [Step] = []
        try recording.forEachLine { (line, states) throws(ReplayError) in
            guard line.scene == number, let states else { return }
            let mutation = try Self.decode(Owner.Mutation.self, line.value ?? .null, of: line)
            steps.append(Step(mutation: mutation, line: line, recorded: states.after))
        }
        self.steps = steps
        mutations = steps.map(\.mutation)
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ value: RecordedValue, of line: RecordedLine
    ) throws(ReplayError) -> Value {
        if let opaque = line.opaque {
            throw ReplayError(.notCodable, line, "\(opaque) was recorded by description, because it is not Codable.")
        }
        do {
            let decoder = JSONDecoder()
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
            return try decoder.decode(Value.self, from: Data(value.bytes))
        } catch {
            if let redaction = value.redactions.first {
                let path = redaction.path.isEmpty ? "the value" : redaction.path
                throw ReplayError(.redacted, line, "\(path), a \(redaction.type), was redacted, and is needed.")
            }
            // The error of the decoder may quote the value.
            throw ReplayError(.undecodable, line, "It is no \(stableName(of: type)) of this version of the program.")
        }
    }

    // MARK: Applying

    /// The state after the first mutations.
    ///
    /// - Parameter count: The number of mutations. More than there are count as all.
    /// - Complexity: One call of `mutate` for each mutation.
    public func state(after count: Int = .max) -> Owner.State {
        var state = initial
        for mutation in mutations.prefix(max(count, 0)) { Owner.mutate(&state, by: mutation) }
        return state
    }

    /// Where the replayed states begin to differ from the recorded ones.
    public struct Divergence: Sendable, CustomStringConvertible {
        /// The index of the mutation in ``Replay/steps``.
        public let index: Int
        /// The mutation.
        public let step: Step
        /// The state that was recorded after it.
        public let recorded: RecordedValue
        /// The state that the replay has reached.
        public let replayed: RecordedValue

        /// The mutation, and the differences from the recorded to the replayed state.
        public var description: String {
            let heading =
                "Commit \(step.line.revision ?? 0), mutation \(step.line.name) (line \(step.line.line)): the replayed state differs from the recorded one (recorded → replayed)."
            return ([heading] + recorded.differences(to: replayed).map { "  " + $0 }).map(\.inert)
                .joined(separator: "\n")
        }
    }

    /// Applies all mutations, and compares each state with the recorded one. Returns `nil` if all are equal.
    public func firstDivergence() -> Divergence? {
        let values = ValueRecorder(Redaction())
        var state = initial
        for (index, step) in steps.enumerated() {
            Owner.mutate(&state, by: step.mutation)
            let replayed = values.record(state: state).value
            // The state is compared, and its hash, which the recorder has computed from the state itself.
            let isSame = Patch(from: step.recorded, to: replayed).steps.isEmpty
            if !isSame || step.line.hash.map({ $0 != replayed.hash }) ?? false {
                return Divergence(index: index, step: step, recorded: step.recorded, replayed: replayed)
            }
        }
        return nil
    }
}

/// The reason why a scene cannot be replayed.
public struct ReplayError: Error, Sendable, CustomStringConvertible {
    /// What is missing.
    public enum Code: Sendable, Hashable {
        /// The recording has no such scene.
        case noScene
        /// A value was not `Codable` when it was recorded.
        case notCodable
        /// A value was redacted.
        case redacted
        /// A value cannot be decoded by this version of the program.
        case undecodable
    }

    /// What is missing.
    public let code: Code
    /// The line of the recording, counted from 1.
    public let line: Int?
    /// One sentence.
    public let description: String

    init(_ code: Code, _ line: RecordedLine?, _ text: String) {
        self.code = code
        self.line = line?.line
        description = ((line.map { "Line \($0.line), \($0.kind.rawValue) \($0.name): " } ?? "") + text).inert
    }
}
