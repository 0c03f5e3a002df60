// Controls, alerts and bars, with Apple's signatures. Only compiled.

public import Foundation

/// An app that has an `Alert` of its own has to name the module.
public struct Alert {}

public struct EmptyView: View {
    public var body: Never { fatalError("only compiled") }
}

extension ViewBuilder {
    public static func buildBlock() -> EmptyView { fatalError("only compiled") }
}

public struct SecureField: View {
    public init(_ title: some StringProtocol, text: Binding<String>) {}
    public var body: Never { fatalError("only compiled") }
}

public struct Toggle: View {
    public init(_ title: some StringProtocol, isOn: Binding<Bool>) {}
    public var body: Never { fatalError("only compiled") }
}

public struct Stepper<Label: View>: View {
    public init<Value: Strideable>(
        value: Binding<Value>, in bounds: ClosedRange<Value>, step: Value.Stride = 1, @ViewBuilder label: () -> Label
    ) {}
    public var body: Never { fatalError("only compiled") }
}

public struct Picker<SelectionValue: Hashable, Content: View>: View {
    public init(
        _ title: some StringProtocol, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {}
    public var body: Never { fatalError("only compiled") }
}

public struct WheelPickerStyle: Sendable {}

@MainActor
@preconcurrency
public protocol PickerStyle {}

extension WheelPickerStyle: PickerStyle {}

extension PickerStyle where Self == WheelPickerStyle {
    public static var wheel: WheelPickerStyle { WheelPickerStyle() }
}

public struct Section<Content: View>: View {
    public init(@ViewBuilder content: () -> Content) {}
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError("only compiled") }
}

public struct ToolbarItemPlacement: Sendable {
    public static let topBarLeading = ToolbarItemPlacement()
    public static let cancellationAction = ToolbarItemPlacement()
}

@MainActor
@preconcurrency
public protocol ToolbarContent {}

public struct ToolbarItem<ID, Content: View>: ToolbarContent {
    public init(placement: ToolbarItemPlacement, @ViewBuilder content: () -> Content) where ID == () {}
}

@resultBuilder
public struct ToolbarContentBuilder {
    public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
}

public enum VerticalEdge: Sendable { case top, bottom }
public enum HorizontalEdge: Sendable { case leading, trailing }

public struct AccessibilityTraits: SetAlgebra, OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let isSelected = AccessibilityTraits(rawValue: 1)
}

extension Button {
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> some View) {
        self.init("", action: action)
    }
}

extension ButtonRole {
    public static let destructive = ButtonRole()
}

extension Font {
    public static let largeTitle = Font()
    public func monospacedDigit() -> Font { self }
}

extension Image {
    public init(systemName: String) { fatalError("only compiled") }
}

extension ProgressView {
    nonisolated public init(_ title: some StringProtocol) { self.init() }
}

extension View {
    nonisolated public func disabled(_ disabled: Bool) -> some View { self }
    nonisolated public func tag<Value: Hashable>(_ tag: Value) -> some View { self }
    nonisolated public func pickerStyle<Style: PickerStyle>(_ style: Style) -> some View { self }
    nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }
    nonisolated public func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View { self }
    nonisolated public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }
    nonisolated public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View
    {
        self
    }
    nonisolated public func searchable(text: Binding<String>, prompt: some StringProtocol) -> some View { self }
    nonisolated public func safeAreaInset<Content: View>(
        edge: VerticalEdge, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) -> some View { self }
    nonisolated public func swipeActions<Content: View>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> Content
    ) -> some View { self }
    nonisolated public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
    ) -> some View { self }
    nonisolated public func alert<Actions: View, Message: View>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, @ViewBuilder actions: () -> Actions,
        @ViewBuilder message: () -> Message
    ) -> some View { self }
}
