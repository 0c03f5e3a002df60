/// The templates in the folder `Templates`, as they were when this tool was built.
extension Template {
    static let scene = Template(PackageResources.Scene_swift_template)
    static let controller = Template(PackageResources.Controller_swift_template)
    static let interactor = Template(PackageResources.Interactor_swift_template)
    static let store = Template(PackageResources.Store_swift_template)
    static let worker = Template(PackageResources.Worker_swift_template)
    static let workerDouble = Template(PackageResources.WorkerDouble_swift_template)
    static let recordedWorker = Template(PackageResources.RecordedWorker_swift_template)
    static let assembly = Template(PackageResources.Assembly_swift_template)
    static let fixture = Template(PackageResources.Fixture_swift_template)
    static let tests = Template(PackageResources.Tests_swift_template)
    static let child = Template(PackageResources.Child_swift_template)
    static let childItem = Template(PackageResources.ChildItem_swift_template)
    static let childTests = Template(PackageResources.ChildTests_swift_template)
    static let swiftUIView = Template(PackageResources.SwiftUIView_swift_template)
    static let uiKitView = Template(PackageResources.UIKitView_swift_template)
    static let terminalView = Template(PackageResources.TerminalView_swift_template)
    static let package = Template(PackageResources.Package_swift_template)
    static let readMe = Template(PackageResources.README_md_template)
    static let main = Template(PackageResources.Main_swift_template)
    static let sampleWorker = Template(PackageResources.SampleWorker_swift_template)
    static let xcodeInfo = Template(PackageResources.TemplateInfo_plist_template)

    private init(_ bytes: [UInt8]) { self.init(String(decoding: bytes, as: UTF8.self)) }
}
