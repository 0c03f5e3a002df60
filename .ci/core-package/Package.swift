// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "swift-cis",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "CIS"), .target(name: "CISReflection"),
        .target(name: "CISTesting", dependencies: ["CIS", "CISReflection"]),
        .target(name: "TestSupport", dependencies: ["CIS"], path: "Tests/TestSupport"),
        .target(name: "MainQueueSupport", dependencies: ["CIS", "TestSupport"], path: "Tests/MainQueueSupport"),
        .executableTarget(
            name: "main-queue-probe", dependencies: ["MainQueueSupport"], path: "Tests/Probes/MainQueueProbe"),
        .testTarget(name: "CISTests", dependencies: ["CIS", "TestSupport", "MainQueueSupport", "main-queue-probe"]),
        .testTarget(name: "CISTestingTests", dependencies: ["CISTesting", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)
