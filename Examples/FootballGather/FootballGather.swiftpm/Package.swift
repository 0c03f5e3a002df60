// swift-tools-version: 6.0
// Open this folder in Xcode: it is an app. The links `Scenes` and `Services` lead to the sources of the page and the terminal.
import AppleProductTypes
import PackageDescription

let settings: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

let package = Package(
    name: "FootballGather",
    platforms: [.iOS("18.0")],
    products: [
        .iOSApplication(
            name: "Football Gather", targets: ["FootballGatherApp"], bundleIdentifier: "org.example.football-gather",
            displayVersion: "1.0", bundleVersion: "1", appIcon: .placeholder(icon: .running),
            accentColor: .presetColor(.green), supportedDeviceFamilies: [.pad, .phone],
            supportedInterfaceOrientations: [.portrait, .landscapeLeft])
    ],
    dependencies: [.package(name: "swift-cis", path: "../../..")],
    targets: [
        .target(
            name: "GatherScenes", dependencies: [.product(name: "CIS", package: "swift-cis")], path: "Scenes",
            swiftSettings: settings),
        .target(
            name: "GatherServices",
            dependencies: ["GatherScenes", .product(name: "CISWorkers", package: "swift-cis")], path: "Services",
            swiftSettings: settings),
        .executableTarget(name: "FootballGatherApp", dependencies: ["GatherScenes", "GatherServices"], path: "App"),
    ]
)
