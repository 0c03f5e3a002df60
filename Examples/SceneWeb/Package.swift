// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "SceneWeb",
    platforms: [.macOS(.v15)],
    products: [.library(name: "SceneWeb", targets: ["SceneWeb"])],
    dependencies: [.package(name: "swift-cis", path: "../..")],
    targets: [
        .systemLibrary(
            name: "CMicrohttpd", pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
        .target(
            name: "SceneWeb",
            dependencies: [
                "CMicrohttpd", .product(name: "CISBridge", package: "swift-cis"),
                .product(name: "CISBridgeClients", package: "swift-cis"),
            ]),
        // A scene in a page, which the tests drive in a browser.
        .executableTarget(
            name: "todo-page",
            dependencies: [
                "SceneWeb", .product(name: "CISBridge", package: "swift-cis"),
                .product(name: "CIS", package: "swift-cis"),
            ],
            path: "Tests/TodoPage", resources: [.embedInCode("Page")]),
        .testTarget(
            name: "SceneWebTests",
            dependencies: [
                "SceneWeb", "todo-page", .product(name: "CISBridge", package: "swift-cis"),
                .product(name: "CIS", package: "swift-cis"), .product(name: "CISTesting", package: "swift-cis"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
