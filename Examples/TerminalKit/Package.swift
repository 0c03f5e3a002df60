// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "TerminalKit",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "TerminalKit", targets: ["TerminalKit"])],
    targets: [
        .target(name: "TerminalKit"),
        .testTarget(name: "TerminalKitTests", dependencies: ["TerminalKit"]),
    ],
    swiftLanguageModes: [.v6]
)
