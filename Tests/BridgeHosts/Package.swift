// swift-tools-version: 6.3

import PackageDescription

// Programs in other languages that drive a scene: in C and in Python, with the scene in a dynamic library, and in Python with the
// scene in a program of its own. `.ci/check-bridge-hosts.sh` builds and runs them.
let package = Package(
    name: "bridge-hosts",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "todo", type: .dynamic, targets: ["TodoLibrary"]),
        .library(name: "tally", type: .dynamic, targets: ["TallyLibrary"]),
    ],
    dependencies: [.package(name: "swift-cis", path: "../..")],
    targets: [
        .target(
            name: "TodoScene",
            dependencies: [
                .product(name: "CIS", package: "swift-cis"), .product(name: "CISBridge", package: "swift-cis"),
            ]),
        // A value of every kind, for the clients in other languages.
        .target(
            name: "SpecimenScene",
            dependencies: [
                .product(name: "CIS", package: "swift-cis"), .product(name: "CISBridge", package: "swift-cis"),
            ]),
        // What is hard for a host: long states, streams, workers that misbehave.
        .target(
            name: "ProbeScene",
            dependencies: [
                .product(name: "CIS", package: "swift-cis"), .product(name: "CISBridge", package: "swift-cis"),
            ]),
        .target(
            name: "TodoLibrary",
            dependencies: [
                "TodoScene", "SpecimenScene", "ProbeScene", .product(name: "CISBridge", package: "swift-cis"),
            ]),
        .target(
            name: "TallyLibrary",
            dependencies: [
                .product(name: "CIS", package: "swift-cis"), .product(name: "CISBridge", package: "swift-cis"),
            ]),
        .executableTarget(
            name: "todo-program", dependencies: ["TodoScene", .product(name: "CISBridge", package: "swift-cis")]),
        .executableTarget(
            name: "specimens-program",
            dependencies: ["SpecimenScene", .product(name: "CISBridge", package: "swift-cis")]),
        .executableTarget(
            name: "probe-program", dependencies: ["ProbeScene", .product(name: "CISBridge", package: "swift-cis")]),
    ],
    swiftLanguageModes: [.v6]
)
