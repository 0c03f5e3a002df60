// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "swift-cis",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "CIS", targets: ["CIS"])
    ],
    targets: [
        .target(name: "CIS"),
        .testTarget(name: "CISTests", dependencies: ["CIS"]),
        .target(name: "MachineSupport"),
        .target(name: "Benchmarking"),
        .testTarget(name: "BenchmarkingTests", dependencies: ["Benchmarking"]),
        .executableTarget(name: "cis-benchmarks", dependencies: ["CIS", "Benchmarking", "MachineSupport"]),
        .executableTarget(name: "stack-probe", dependencies: ["CIS"], path: "Tests/Probes/StackProbe"),
    ],
    swiftLanguageModes: [.v6]
)
