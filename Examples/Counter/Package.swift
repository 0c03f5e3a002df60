// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Counter",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-cis", path: "../..")],
    targets: [
        .executableTarget(
            name: "counter",
            dependencies: [
                .product(name: "CIS", package: "swift-cis"), .product(name: "CISInspector", package: "swift-cis"),
            ]),
        .testTarget(
            name: "CounterTests",
            dependencies: [
                "counter", .product(name: "CIS", package: "swift-cis"),
                .product(name: "CISInspector", package: "swift-cis"),
                .product(name: "CISTesting", package: "swift-cis"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
