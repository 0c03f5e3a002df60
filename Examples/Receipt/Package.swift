// swift-tools-version: 6.3
import PackageDescription

/// Each import says whether it is part of the module's interface: `public import`, `package import`, `import`.
let settings: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

let cis: Target.Dependency = .product(name: "CIS", package: "swift-cis")
let inspector: Target.Dependency = .product(name: "CISInspector", package: "swift-cis")
let cisTesting: Target.Dependency = .product(name: "CISTesting", package: "swift-cis")
let terminal: Target.Dependency = .product(name: "TerminalKit", package: "TerminalKit")
let workers: Target.Dependency = .product(name: "CISWorkers", package: "swift-cis")

let package = Package(
    name: "Receipt",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "receipt", targets: ["ReceiptTerminal"])
    ],
    dependencies: [
        .package(name: "swift-cis", path: "../.."),
        .package(path: "../TerminalKit"),
    ],
    targets: [
        // The app without any front end: both scenes and their entities. No Foundation.
        .target(name: "ReceiptScenes", dependencies: [cis], swiftSettings: settings),
        // The worker of both scenes, over a folder or over a server.
        .target(
            name: "ReceiptServices",
            dependencies: ["ReceiptScenes", cis, workers],
            swiftSettings: settings),
        // Everything that `receipt` does, as a library, so that tests can run it with captured output.
        .target(
            name: "ReceiptCommandLine",
            dependencies: ["ReceiptScenes", "ReceiptServices", cis, inspector, workers, terminal],
            swiftSettings: settings
        ),
        // The program: it receives arguments, and ends with an exit code.
        .executableTarget(name: "ReceiptTerminal", dependencies: ["ReceiptCommandLine"], swiftSettings: settings),

        .testTarget(
            name: "ReceiptScenesTests",
            dependencies: ["ReceiptScenes", cis, cisTesting],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ReceiptServicesTests",
            dependencies: ["ReceiptScenes", "ReceiptServices", cis, workers, cisTesting],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ReceiptCommandLineTests",
            dependencies: [
                "ReceiptScenes", "ReceiptServices", "ReceiptCommandLine", cis, cisTesting, inspector, terminal, workers,
            ],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
