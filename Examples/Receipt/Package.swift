// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Receipt",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "receipt", targets: ["ReceiptTerminal"])
    ],
    dependencies: [
        .package(name: "swift-cis", path: "../..")
    ],
    targets: [
        // The app without any front end: both scenes, their entities, and the flow between them. No Foundation.
        .target(name: "ReceiptScenes", dependencies: [.product(name: "CIS", package: "swift-cis")]),
        // The workers of both scenes, over files and folders instead of a server.
        .target(name: "ReceiptServices", dependencies: ["ReceiptScenes"]),
        // Everything that `receipt` does, as a library, so that tests can run it with captured output.
        .target(
            name: "ReceiptCommandLine",
            dependencies: ["ReceiptScenes", "ReceiptServices", .product(name: "CIS", package: "swift-cis")]
        ),
        // Standard input and output for it.
        .executableTarget(name: "ReceiptTerminal", dependencies: ["ReceiptCommandLine"]),

        .testTarget(
            name: "ReceiptScenesTests",
            dependencies: ["ReceiptScenes", .product(name: "CIS", package: "swift-cis")]
        ),
        .testTarget(
            name: "ReceiptServicesTests",
            dependencies: ["ReceiptScenes", "ReceiptServices", .product(name: "CIS", package: "swift-cis")]
        ),
        .testTarget(
            name: "ReceiptCommandLineTests",
            dependencies: ["ReceiptScenes", "ReceiptServices", "ReceiptCommandLine"]
        ),
    ],
    swiftLanguageModes: [.v6]
)
