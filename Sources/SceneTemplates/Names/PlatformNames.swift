/// Types of the frameworks that a front end imports. A scene of the same name would be ambiguous beside them.
///
/// They are written down here, because not every system has them; a new one is missed, and the compiler reports it.
enum PlatformNames {
    /// Whether the name, or what shows a scene of that name, is a type of the front end's frameworks.
    static func contains(_ name: String, for frontEnd: SceneOptions.FrontEnd) -> Bool {
        switch frontEnd {
        case .none, .terminal: false
        case .swiftui: swiftUI.contains(name) || swiftUI.contains(name + "View") || foundation.contains(name)
        case .uikit: foundation.contains(name)
        }
    }

    static let swiftUI: Set<String> = [
        "Alert", "Alignment", "Anchor", "Angle", "Animation", "AnyGradient", "AnyLayout", "AnyShape", "AnyTransition",
        "AnyView", "App", "Axis", "Bindable", "Canvas", "Capsule", "Circle", "Color", "CommandGroup", "CommandMenu",
        "Commands", "ContentMode", "ContentShapeKinds", "ControlGroup", "ControlSize", "DatePicker", "DisclosureGroup",
        "Divider", "DocumentGroup", "DragGesture", "DynamicProperty", "Edge", "EdgeInsets", "EditButton", "EditMode",
        "Ellipse", "EmptyView", "Environment", "EnvironmentKey", "EnvironmentObject", "EnvironmentValues",
        "EquatableView", "EventModifiers", "FetchRequest", "FetchedResults", "FileDocument", "FillStyle", "FocusState",
        "FocusedBinding", "FocusedValue", "Font", "Form", "Gauge", "GeometryProxy", "GeometryReader", "Gesture",
        "GestureMask", "GestureState", "Glass", "Gradient", "GraphicsContext", "Grid", "GridItem", "GridRow", "Group",
        "GroupBox", "HStack", "HelpLink", "HoverPhase", "ImageRenderer", "InsettableShape", "KeyEquivalent", "KeyPress",
        "KeyframeAnimator", "LabeledContent", "Layout", "LazyHGrid", "LazyHStack", "LazyVGrid", "LazyVStack", "Link",
        "LongPressGesture", "Map", "Material", "Menu", "MenuBarExtra", "MeshGradient", "Namespace", "NavigationLink",
        "NavigationPath", "NavigationStack", "NavigationView", "Observable", "ObservableObject", "ObservedObject",
        "OpenURLAction", "OpenWindowAction", "OutlineGroup", "PasteButton", "Path", "PhaseAnimator", "Picker",
        "PinnedScrollableViews", "PopoverAttachmentAnchor", "PreferenceKey", "PresentationDetent", "PresentationMode",
        "PreviewProvider", "ProgressView", "ProposedViewSize", "Published", "RadialGradient", "Rectangle",
        "RefreshAction", "RenameButton", "RotateGesture", "RoundedRectangle", "SafeAreaRegions", "ScaledMetric",
        "ScenePhase", "SceneStorage", "ScrollView", "Section", "SecureField", "Settings", "SettingsLink", "Shader",
        "ShaderLibrary", "Shape", "ShapeStyle", "ShareLink", "Slider", "Spacer", "Spring", "StateObject", "Stepper",
        "StrokeStyle", "SubmitLabel", "Subview", "Tab", "TabContent", "TabRole", "TabSection", "TabView", "Table",
        "TableColumn", "TableRow", "TapGesture", "TextEditor", "TextField", "TextSelection", "TimelineView", "Toggle",
        "ToggleStyle", "ToolbarContent", "ToolbarItem", "ToolbarItemGroup", "ToolbarRole", "Transaction", "Transition",
        "UnevenRoundedRectangle", "UnitCurve", "UnitPoint", "VStack", "VectorArithmetic", "ViewBuilder", "ViewModifier",
        "ViewThatFits", "Visibility", "Widget", "Window", "WindowGroup", "ZStack",
    ]

    static let foundation: Set<String> = [
        "AffineTransform", "AttributedString", "Bundle", "Calendar", "CharacterSet", "DateComponents", "DateInterval",
        "Decimal", "Dimension", "Expression", "FileHandle", "FileManager", "FileWrapper", "Formatter", "Host",
        "IndexPath", "IndexSet", "InputStream", "JSONDecoder", "JSONEncoder", "KeyPathComparator", "Locale",
        "Measurement", "MessagePort", "Morphology", "Notification", "NotificationCenter", "Operation", "OperationQueue",
        "OutputStream", "PersonNameComponents", "Pipe", "Port", "Predicate", "Process", "ProcessInfo", "Progress",
        "RunLoop", "Scanner", "SortDescriptor", "SortOrder", "Stream", "Thread", "TimeInterval", "TimeZone", "Timer",
        "UUID", "UndoManager", "Unit", "UserDefaults",
    ]
}
