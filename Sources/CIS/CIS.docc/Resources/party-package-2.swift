// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "Party",
    platforms: [.iOS(.v18), .macOS(.v15)],
    dependencies: [.package(name: "swift-cis", path: "../swift-cis")],
    targets: [
        .target(
            name: "Party",
            dependencies: [.product(name: "CIS", package: "swift-cis")]),
        .testTarget(
            name: "PartyTests",
            dependencies: [
                "Party",
                .product(name: "CISTesting", package: "swift-cis"),
            ]),
    ]
)
