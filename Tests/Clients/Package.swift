// swift-tools-version: 6.3

// One client, compiled in each mode a user may have chosen. Run each to see where its worker runs.
// The package also contains examples of another library, ported with their tests: see README.md.

import PackageDescription

func client(_ name: String, _ settings: [SwiftSetting]) -> Target {
    .executableTarget(name: name, dependencies: [.product(name: "CIS", package: "swift-cis")], swiftSettings: settings)
}

let package = Package(
    name: "Clients",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-cis", path: "../..")],
    targets: [
        client("Swift6", [.swiftLanguageMode(.v6)]),
        client("Swift5", [.swiftLanguageMode(.v5), .enableUpcomingFeature("StrictConcurrency")]),
        client("DefaultMainActor", [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)]),
        client(
            "NonisolatedNonsending",
            [.swiftLanguageMode(.v6), .enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
        // The scene and the names that must not change.
        client("FixedAPI", [.swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault")]),
        // Scenes and tests side by side, so that nothing has to be public.
        .testTarget(
            name: "PortedScenes",
            dependencies: [
                .product(name: "CIS", package: "swift-cis"), .product(name: "CISTesting", package: "swift-cis"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        // An app of five scenes, and bugs that its tests find: see Spend/README.md.
        .target(
            name: "Spend",
            dependencies: [
                .product(name: "CIS", package: "swift-cis"), .product(name: "CISWorkers", package: "swift-cis"),
            ],
            path: "Spend/Sources/Spend", swiftSettings: [.swiftLanguageMode(.v6)]),
        .testTarget(
            name: "SpendTests",
            dependencies: [
                "Spend", .product(name: "CIS", package: "swift-cis"),
                .product(name: "CISTesting", package: "swift-cis"),
                .product(name: "CISWorkers", package: "swift-cis"),
            ],
            path: "Spend/Tests/SpendTests", swiftSettings: [.swiftLanguageMode(.v6)]),
    ]
)
