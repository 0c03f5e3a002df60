#if canImport(UIKit) && !os(watchOS)
public import UIKit

extension UIControl {
    /// Executes an action of a scene whenever the control sends one of the given events.
    ///
    /// The control does not keep the scene alive. After the end of the scene its events have no effect.
    ///
    /// To show state, observe the scene on behalf of the view controller:
    /// `scene.observe(\.title, on: self) { screen, title in screen.label.text = title }`.
    ///
    /// - Parameters:
    ///   - action: The action to execute.
    ///   - scene: The scene that handles it.
    ///   - events: The events of the control. The default is a tap.
    public func execute<Definition: SceneDefinition>(
        _ action: Definition.Action, on scene: SceneRuntime<Definition>,
        for events: UIControl.Event = .primaryActionTriggered
    ) {
        addAction(UIAction { [weak scene] _ in scene?.execute(action) }, for: events)
    }
}

extension SceneRuntime {
    /// Shows a field in a control, and executes an action for each value that the user sets.
    ///
    /// ```swift
    /// scene.show(\.isLoud, in: toggle, as: \.isOn) { .loudChanged($0) }
    /// scene.show(\.form.title, in: titleField, as: \.text, for: .editingChanged) { .edit(FieldChange(\.title, $0)) }
    /// ```
    ///
    /// The control keeps what the user has set until the action begins, at the latest until the end of the turn. Then it
    /// shows what the state has, for example if the store has refused or shortened the value. The control does not keep
    /// the scene alive.
    ///
    /// - Parameters:
    ///   - field: The field to show.
    ///   - control: The control. It is held weakly; the observation ends with it.
    ///   - property: The value of the control. It is set only if it differs from the field, so that the cursor of a text
    ///     field stays where it is.
    ///   - events: The events with which the control tells that the user has set a value.
    ///   - action: Returns the action for the value that the user has set.
    /// - Returns: A token to show the field no longer. It may be ignored, and does not end it when released.
    @discardableResult
    public func show<Value: Equatable & Sendable, Control: UIControl>(
        _ field: KeyPath<Definition.State, Value>, in control: Control,
        as property: ReferenceWritableKeyPath<Control, Value>, for events: UIControl.Event = .valueChanged,
        action: @escaping @MainActor (Value) -> Definition.Action
    ) -> ObservationToken {
        show(field, in: control, for: events, action: action) {
            $0[keyPath: property]
        } set: {
            $0[keyPath: property] = $1
        }
    }

    /// Shows a field in a control whose value is optional, such as the text of a `UITextField`; see the other form. `nil`
    /// executes no action.
    @discardableResult
    public func show<Value: Equatable & Sendable, Control: UIControl>(
        _ field: KeyPath<Definition.State, Value>, in control: Control,
        as property: ReferenceWritableKeyPath<Control, Value?>, for events: UIControl.Event = .valueChanged,
        action: @escaping @MainActor (Value) -> Definition.Action
    ) -> ObservationToken {
        show(field, in: control, for: events, action: action) {
            $0[keyPath: property]
        } set: {
            $0[keyPath: property] = $1
        }
    }

    private func show<Value: Equatable & Sendable, Control: UIControl>(
        _ field: KeyPath<Definition.State, Value>, in control: Control, for events: UIControl.Event,
        action: @escaping @MainActor (Value) -> Definition.Action, get: @escaping @MainActor (Control) -> Value?,
        set: @escaping @MainActor (Control, Value) -> Void
    ) -> ObservationToken {
        let show: @MainActor (SceneRuntime, Control) -> Void = { scene, control in
            let value = BoundField(field, of: scene, action: action).value
            if get(control) != value { set(control, value) }
        }
        let handle = UIAction { [weak self, weak control] _ in
            guard let self, let control, let value = get(control) else { return }
            BoundField(field, of: self, action: action).set(value) { [weak self, weak control] in
                if let self, let control { show(self, control) }
            }
        }
        control.addAction(handle, for: events)
        return observe(field, on: control) { [weak self] control, _ in
            if let self { show(self, control) }
        }
    }
}
#endif
