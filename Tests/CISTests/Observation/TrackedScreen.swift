import CIS
import Observation

/// The values that a screen reads and changes, implemented by a scene and by an `@Observable` class.
@MainActor
protocol TrackedScreen: AnyObject, Sendable {
    var large: Int { get set }
    var flag: Bool { get set }
    var text: String { get set }
    var wide: Fields.Wide { get set }
    /// Reads only a part of `wide`.
    var low: Int { get }
    var numbers: [Int] { get set }
    /// Computed from `numbers`.
    var isEmpty: Bool { get }
    var optional: Int? { get set }
    var payload: Fields.Payload { get set }
    var table: [String: Int] { get set }
    var object: Fields.Reference { get set }
    var uncomparable: Fields.Uncomparable { get set }
    /// Computed: the sum of `large` and `medium`.
    var sum: Int { get }
    var medium: Int32 { get set }

    /// Changes one element in place.
    func setFirst(_ number: Int)
    /// Changes a part of `wide` in place.
    func setHigh(_ number: Int)
}

/// A scene, whose fields are read one by one with `observed`, or as parts of `state`.
@MainActor
final class SceneScreen: TrackedScreen {
    private let scene = FieldsScene()
    private let readsState: Bool

    init(readsState: Bool) {
        self.readsState = readsState
    }

    private func read<Value>(_ field: KeyPath<Fields.State, Value>) -> Value {
        readsState ? scene.runtime.state[keyPath: field] : scene.runtime.observed(field)
    }

    private func write<Value: Sendable>(
        _ field: WritableKeyPath<Fields.State, Value> & Sendable, _ value: Value
    ) {
        scene.store.change { $0[keyPath: field] = value }
    }

    var large: Int {
        get { read(\.large) }
        set { write(\.large, newValue) }
    }
    var flag: Bool {
        get { read(\.flag) }
        set { write(\.flag, newValue) }
    }
    var text: String {
        get { read(\.text) }
        set { write(\.text, newValue) }
    }
    var wide: Fields.Wide {
        get { read(\.wide) }
        set { write(\.wide, newValue) }
    }
    var low: Int { read(\.wide.low) }
    var numbers: [Int] {
        get { read(\.numbers) }
        set { write(\.numbers, newValue) }
    }
    var isEmpty: Bool { read(\.numbers.isEmpty) }
    var optional: Int? {
        get { read(\.optional) }
        set { write(\.optional, newValue) }
    }
    var payload: Fields.Payload {
        get { read(\.payload) }
        set { write(\.payload, newValue) }
    }
    var table: [String: Int] {
        get { read(\.table) }
        set { write(\.table, newValue) }
    }
    var object: Fields.Reference {
        get { read(\.object) }
        set { write(\.object, newValue) }
    }
    var uncomparable: Fields.Uncomparable {
        get { read(\.uncomparable) }
        set { write(\.uncomparable, newValue) }
    }
    var sum: Int { read(\.sum) }
    var medium: Int32 {
        get { read(\.medium) }
        set { write(\.medium, newValue) }
    }

    func setFirst(_ number: Int) { scene.store.change { $0.numbers[0] = number } }
    func setHigh(_ number: Int) { scene.store.change { $0.wide.high = number } }
}

/// The same in a class that the standard library's macro makes observable.
@MainActor
@Observable
final class MacroScreen: TrackedScreen {
    var large = 0
    var flag = false
    var text = ""
    var wide = Fields.Wide()
    var low: Int { wide.low }
    var numbers = [0]
    var isEmpty: Bool { numbers.isEmpty }
    var optional: Int?
    var payload = Fields.Payload.none
    var table: [String: Int] = [:]
    var object = Fields.Reference.first
    var uncomparable = Fields.Uncomparable()
    var sum: Int { large + Int(medium) }
    var medium: Int32 = 0

    func setFirst(_ number: Int) { numbers[0] = number }
    func setHigh(_ number: Int) { wide.high = number }
}
