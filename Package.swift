// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "swift-cis",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "CIS", targets: ["CIS"]),
        .library(name: "CISTesting", targets: ["CISTesting"]),
    ],
    targets: [
        .target(name: "CIS"),
        .target(name: "CISTesting", dependencies: ["CIS"]),
        .testTarget(name: "CISTests", dependencies: ["CIS"]),
        .testTarget(name: "CISTestingTests", dependencies: ["CISTesting"]),
        .target(name: "MachineSupport"),
        .target(name: "Benchmarking"),
        .testTarget(name: "BenchmarkingTests", dependencies: ["Benchmarking"]),
        .executableTarget(
            name: "cis-benchmarks", dependencies: ["CIS", "Benchmarking", "MachineSupport"],
            exclude: ["Thresholds.json"]),
        .executableTarget(name: "stack-probe", dependencies: ["CIS"], path: "Tests/Probes/StackProbe"),
    ],
    swiftLanguageModes: [.v6]
)
