// swift-tools-version: 6.3
import PackageDescription

/// An import shows by itself whether it is part of what a module offers: `public import`, `package import`, `import`.
let settings: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

let cis: Target.Dependency = .product(name: "CIS", package: "swift-cis")
let cisTesting: Target.Dependency = .product(name: "CISTesting", package: "swift-cis")
let workers: Target.Dependency = .product(name: "CISWorkers", package: "swift-cis")

let package = Package(
    name: "TouristSpots",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [
        .package(name: "swift-cis", path: "../..")
    ],
    targets: [
        // The app without any front end: both scenes and their entity. No Foundation.
        .target(name: "TouristSpotsScenes", dependencies: [cis], swiftSettings: settings),

        .testTarget(
            name: "TouristSpotsScenesTests", dependencies: ["TouristSpotsScenes", cis, cisTesting],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
