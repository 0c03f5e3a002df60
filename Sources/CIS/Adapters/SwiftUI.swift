#if canImport(SwiftUI)
public import SwiftUI

/// A scene that a SwiftUI view owns. It is assembled once, however often the view is created and redrawn.
///
/// ```swift
/// struct CounterView: View {
///     @OwnedScene var scene = Counter.assemble()
///     var body: some View {
///         Button("\(scene.observed(\.total))") { scene.execute(.plusTapped) }
///     }
/// }
/// ```
///
/// A body that reads ``SceneRuntime/state`` or ``SceneRuntime/observed(_:)`` is redrawn after changes. A view that does
/// not own the scene holds the runtime in a plain `let`.
@MainActor
@propertyWrapper
public struct OwnedScene<Definition: SceneDefinition>: DynamicProperty {
    @SwiftUI.State private var owner: SceneOwner<Definition>

    /// Creates the property with a function that assembles the scene at the first access.
    ///
    /// - Parameter make: Assembles the scene. Called once in the life of the view's identity.
    public init(wrappedValue make: @autoclosure @escaping @MainActor () -> SceneRuntime<Definition>) {
        _owner = SwiftUI.State(wrappedValue: SceneOwner(make))
    }

    /// The scene.
    public var wrappedValue: SceneRuntime<Definition> { owner.scene }
}

extension SceneRuntime {
    /// Executes an action like ``execute(_:fileID:line:)``, and animates the views that read what its commits change.
    ///
    /// It animates on every system, also what the action changes after an `await`. `withAnimation { scene.execute(…) }`
    /// animates only what has changed when `execute` returns, which is nothing where starts are deferred. Changes of other
    /// scenes, and of actions that this one executes without awaiting them, are not animated.
    @discardableResult
    public func execute(
        _ action: Definition.Action, animation: Animation?, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Task<Void, Never> {
        execute(action, fileID: fileID, line: line) { changes in withAnimation(animation, changes) }
    }

    /// A two-way binding to a field. Each write executes an action.
    ///
    /// The control reads back what it has written until the action begins, at the latest until the end of the turn. Then
    /// it reads the state. If the state does not have what was written, for example because the store has refused or
    /// shortened it, the control is redrawn.
    ///
    /// - Parameters:
    ///   - field: The field to show. Only this field is tracked.
    ///   - action: Returns the action for the value that the control sets.
    public func binding<Value: Sendable>(
        _ field: any KeyPath<Definition.State, Value> & Sendable,
        action: @escaping @MainActor (Value) -> Definition.Action
    ) -> Binding<Value> {
        BoundField(field, of: self, action: action).binding
    }

    /// A two-way binding to a field of a form, which must list it; see ``binding(_:action:)``. Each write executes an
    /// action that carries the change of the field.
    ///
    /// ```swift
    /// TextField("Title", text: scene.binding(\.form, \.title) { .edit($0) })
    /// ```
    public func binding<Form: FormFields, Value: Codable & Equatable & Sendable>(
        _ form: any KeyPath<Definition.State, Form> & Sendable, _ field: any WritableKeyPath<Form, Value> & Sendable,
        action: @escaping @MainActor (FieldChange<Form>) -> Definition.Action
    ) -> Binding<Value> {
        BoundField(form.appending(path: field), of: self) { value in action(FieldChange(field, value)) }.binding
    }
}

extension BoundField {
    fileprivate var binding: Binding<Value> {
        Binding(get: { @MainActor in value }, set: { @MainActor value in set(value) })
    }
}
#endif
