// swift-tools-version: 6.0
// Open this folder in Xcode: it is an app. The links `Scenes` and `Services` lead to the sources of the terminal.
import AppleProductTypes
import PackageDescription

let settings: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

let package = Package(
    name: "Receipt",
    platforms: [.iOS("18.0")],
    products: [
        .iOSApplication(
            name: "Receipt", targets: ["ReceiptApp"], bundleIdentifier: "org.example.receipt", displayVersion: "1.0",
            bundleVersion: "1", appIcon: .placeholder(icon: .images), accentColor: .presetColor(.blue),
            supportedDeviceFamilies: [.pad, .phone], supportedInterfaceOrientations: [.portrait, .landscapeLeft],
            capabilities: [.camera(purposeString: "명세표 촬영"), .photoLibrary(purposeString: "명세표 첨부")])
    ],
    dependencies: [.package(name: "swift-cis", path: "../../..")],
    targets: [
        .target(
            name: "ReceiptScenes", dependencies: [.product(name: "CIS", package: "swift-cis")], path: "Scenes",
            swiftSettings: settings),
        .target(
            name: "ReceiptServices",
            dependencies: ["ReceiptScenes", .product(name: "CISWorkers", package: "swift-cis")], path: "Services",
            swiftSettings: settings),
        .executableTarget(name: "ReceiptApp", dependencies: ["ReceiptScenes", "ReceiptServices"], path: "App"),
    ]
)
