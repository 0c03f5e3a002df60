#if canImport(SwiftUI)
public import SwiftUI

/// A scene that a SwiftUI view owns: assembled once, however often the view is made and redrawn.
///
/// ```swift
/// struct CounterView: View {
///     @OwnedScene var scene = Counter.assemble()
///     var body: some View { Button("\(scene.observed(\.total))") { scene.execute(.plusTapped) } }
/// }
/// ```
///
/// Reading ``SceneRuntime/state`` or ``SceneRuntime/observed(_:)`` in the body is enough to be redrawn. A view that
/// only shows a scene takes the runtime as a plain `let`.
@MainActor
@propertyWrapper
public struct OwnedScene<Definition: SceneDefinition>: DynamicProperty {
    @SwiftUI.State private var owner: SceneOwner<Definition>

    /// Keeps what assembles the scene until it is first needed.
    ///
    /// - Parameter make: Assembles the scene. Called once in the life of the view's identity.
    public init(wrappedValue make: @autoclosure @escaping @MainActor () -> SceneRuntime<Definition>) {
        _owner = SwiftUI.State(wrappedValue: SceneOwner(make))
    }

    /// The scene.
    public var wrappedValue: SceneRuntime<Definition> { owner.scene }
}

extension SceneRuntime {
    /// A two-way binding whose writes are actions: the control shows the field, and what the user does is executed.
    ///
    /// - Parameters:
    ///   - field: The field to show, tracked on its own.
    ///   - action: Makes the action from the value that the control wants to set.
    public func binding<Value: Sendable>(
        _ field: any KeyPath<Definition.State, Value> & Sendable,
        action: @escaping @MainActor (Value) -> Definition.Action
    ) -> Binding<Value> {
        Binding(
            get: { @MainActor in self.observed(field) },
            set: { @MainActor value in self.execute(action(value)) })
    }

    /// A two-way binding to a field of a form, whose writes are changes of that field.
    ///
    /// ```swift
    /// TextField("Title", text: scene.binding(\.form, \.title) { .edit($0) })
    /// ```
    ///
    /// - Parameters:
    ///   - form: The form in the state.
    ///   - field: The field to show, tracked on its own. The form has to list it.
    ///   - action: Makes the action from the change that the control wants.
    public func binding<Form: FormFields, Value: Codable & Equatable & Sendable>(
        _ form: any KeyPath<Definition.State, Form> & Sendable, _ field: any WritableKeyPath<Form, Value> & Sendable,
        action: @escaping @MainActor (FieldChange<Form>) -> Definition.Action
    ) -> Binding<Value> {
        Binding(
            get: { @MainActor in self.observed(form.appending(path: field)) },
            set: { @MainActor value in self.execute(action(FieldChange(field, value))) })
    }
}
#endif
