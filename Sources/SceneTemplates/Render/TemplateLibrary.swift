/// The templates, as they were when this tool was built.
enum TemplateLibrary: String, CaseIterable {
    case scene, controller, interactor, store, worker, assembly
    case fixture, tests
    case child, childTests
    case swiftUIView, uiKitView, terminalView
    case package, readMe, main, sampleWorker

    var text: String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// The template with its places filled in.
    func render(_ values: [String: String], where conditions: Set<String>) throws -> String {
        try Template(text).render(values, where: conditions)
    }

    private var bytes: [UInt8] {
        switch self {
        case .scene: PackageResources.Scene_swift_template
        case .controller: PackageResources.Controller_swift_template
        case .interactor: PackageResources.Interactor_swift_template
        case .store: PackageResources.Store_swift_template
        case .worker: PackageResources.Worker_swift_template
        case .assembly: PackageResources.Assembly_swift_template
        case .fixture: PackageResources.Fixture_swift_template
        case .tests: PackageResources.Tests_swift_template
        case .child: PackageResources.Child_swift_template
        case .childTests: PackageResources.ChildTests_swift_template
        case .swiftUIView: PackageResources.SwiftUIView_swift_template
        case .uiKitView: PackageResources.UIKitView_swift_template
        case .terminalView: PackageResources.TerminalView_swift_template
        case .package: PackageResources.Package_swift_template
        case .readMe: PackageResources.README_md_template
        case .main: PackageResources.Main_swift_template
        case .sampleWorker: PackageResources.SampleWorker_swift_template
        }
    }
}
