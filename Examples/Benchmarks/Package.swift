// swift-tools-version: 6.3

import PackageDescription

// What the library costs. A package of its own, so that those who use or change the library do not build it.
let package = Package(
    name: "cis-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-cis", path: "../..")],
    targets: [
        // Counts heap blocks, and keeps the process on one core.
        .target(name: "MachineSupport"),
        // Options, statistics, tables and thresholds: nothing in it depends on CIS.
        .target(name: "Benchmarking"),
        .executableTarget(
            name: "cis-benchmarks",
            dependencies: [
                .product(name: "CIS", package: "swift-cis"), .product(name: "CISBridge", package: "swift-cis"),
                .product(name: "CISInspector", package: "swift-cis"),
                .product(name: "CISTesting", package: "swift-cis"),
                "Benchmarking",
                "MachineSupport",
            ],
            exclude: ["Thresholds.json"]),
        // Processes whose starts are compared.
        .executableTarget(name: "start-nothing"),
        .executableTarget(name: "start-least"),
        .executableTarget(name: "start-scene", dependencies: [.product(name: "CIS", package: "swift-cis")]),
        .testTarget(name: "BenchmarkingTests", dependencies: ["Benchmarking"]),
    ],
    swiftLanguageModes: [.v6]
)
