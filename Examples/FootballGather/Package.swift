// swift-tools-version: 6.3
import PackageDescription

/// An import shows by itself whether it is part of what a module offers: `public import`, `package import`, `import`.
let settings: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

let cis: Target.Dependency = .product(name: "CIS", package: "swift-cis")
let cisTesting: Target.Dependency = .product(name: "CISTesting", package: "swift-cis")
let workers: Target.Dependency = .product(name: "CISWorkers", package: "swift-cis")

let package = Package(
    name: "FootballGather",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "FootballGather", targets: ["GatherScenes", "GatherServices"])
    ],
    dependencies: [
        .package(name: "swift-cis", path: "../..")
    ],
    targets: [
        // The app without any front end: seven screens, the flow that stacks them, and their entities. No Foundation.
        .target(name: "GatherScenes", dependencies: [cis], swiftSettings: settings),
        // The system's OpenSSL, for SHA-256 where there is no CryptoKit.
        .systemLibrary(
            name: "CLibcrypto", pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .yum(["openssl-devel"])]),
        // The worker of all screens, over the server of the app.
        .target(
            name: "GatherServices",
            dependencies: [
                "GatherScenes", .target(name: "CLibcrypto", condition: .when(platforms: [.linux])), workers,
            ],
            swiftSettings: settings),

        .testTarget(
            name: "GatherScenesTests", dependencies: ["GatherScenes", cis, cisTesting], swiftSettings: settings),
        .testTarget(
            name: "GatherServicesTests",
            dependencies: ["GatherScenes", "GatherServices", cis, cisTesting, workers], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
