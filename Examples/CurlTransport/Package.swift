// swift-tools-version: 6.3
import PackageDescription

/// Each import says whether it is part of the module's interface: `public import`, `package import`, `import`.
let settings: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

let workers: Target.Dependency = .product(name: "CISWorkers", package: "swift-cis")

let package = Package(
    name: "CurlTransport",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "CurlTransport", targets: ["CurlTransport"])
    ],
    dependencies: [
        .package(name: "swift-cis", path: "../..")
    ],
    targets: [
        // The system's libcurl, and wrappers of its functions with variable arguments, which Swift cannot call.
        .systemLibrary(
            name: "CLibcurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"]), .yum(["libcurl-devel"])]),
        .target(name: "CurlTransport", dependencies: ["CLibcurl", workers], swiftSettings: settings),

        // The library's own helpers for tests, and its whole HTTP suite, by symbolic link: see `Library` in the tests.
        .target(
            name: "TestSupport", dependencies: [.product(name: "CIS", package: "swift-cis")], path: "Tests/TestSupport"),
        .testTarget(
            name: "CurlTransportTests",
            dependencies: ["CurlTransport", "TestSupport", workers, .product(name: "CIS", package: "swift-cis")],
            exclude: ["Support/Certificates", "Support/servers.py"]),
    ],
    swiftLanguageModes: [.v6]
)
