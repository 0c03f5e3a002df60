// Apps, layout, images and controllers of UIKit in SwiftUI, with Apple's signatures. Only compiled.

public import Foundation
public import UIKit

@MainActor
@preconcurrency
public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}

extension App {
    @MainActor public static func main() {}
}

@MainActor
@preconcurrency
public protocol Scene {}

@resultBuilder
public struct SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}

public struct ConditionalContent<First, Second>: View {
    public var body: Never { fatalError("only compiled") }
}

extension ViewBuilder {
    public static func buildEither<First: View, Second: View>(first: First) -> ConditionalContent<First, Second> {
        fatalError("only compiled")
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalContent<First, Second> {
        fatalError("only compiled")
    }
}

public struct HStack<Content: View>: View {
    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError("only compiled") }
}

public struct ScrollView<Content: View>: View {
    public init(_ axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError("only compiled") }
}

public enum Axis {
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let horizontal = Set(rawValue: 1)
        public static let vertical = Set(rawValue: 2)
    }
}

public struct Image: View {
    public init(uiImage: UIImage) {}
    public func resizable() -> Image { self }
    public var body: Never { fatalError("only compiled") }
}

public struct Material: Sendable {
    public static let thinMaterial = Material()
}

public struct TextInputAutocapitalization: Sendable {
    public static let never = TextInputAutocapitalization()
}

public enum Visibility: Sendable { case automatic, visible, hidden }

public struct ButtonRole: Sendable {
    public static let cancel = ButtonRole()
}

extension Button {
    public init(_ title: String, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
        self.init(title, action: action)
    }
}

extension NavigationStack {
    public init(@ViewBuilder root: () -> Root) where Data == [Int] {}
}

extension View {
    nonisolated public func padding() -> some View { self }
    nonisolated public func background(_ style: Material) -> some View { self }
    nonisolated public func frame(width: CGFloat?, height: CGFloat?) -> some View { self }
    nonisolated public func scaledToFill() -> some View { self }
    nonisolated public func clipped(antialiased: Bool = false) -> some View { self }
    nonisolated public func autocorrectionDisabled(_ disable: Bool = true) -> some View { self }
    nonisolated public func textInputAutocapitalization(
        _ autocapitalization: TextInputAutocapitalization?
    ) -> some View { self }
    nonisolated public func accessibilityLabel(_ label: some StringProtocol) -> some View { self }
    nonisolated public func navigationDestination<Content: View>(
        isPresented: Binding<Bool>, @ViewBuilder destination: () -> Content
    ) -> some View { self }
    nonisolated public func confirmationDialog<Actions: View>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> Actions
    ) -> some View { self }
    nonisolated public func fullScreenCover<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View { self }
}

@MainActor
@preconcurrency
public protocol UIViewControllerRepresentable: View where Body == Never {
    associatedtype UIViewControllerType: UIViewController
    associatedtype Coordinator = Void
    typealias Context = UIViewControllerRepresentableContext<Self>
    func makeUIViewController(context: Context) -> UIViewControllerType
    func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
    func makeCoordinator() -> Coordinator
}

extension UIViewControllerRepresentable {
    public var body: Never { fatalError("only compiled") }
}

extension UIViewControllerRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}

@MainActor
public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {
    public let coordinator: Representable.Coordinator
}
