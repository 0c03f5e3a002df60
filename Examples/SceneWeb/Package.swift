// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "SceneWeb",
    platforms: [.macOS(.v15)],
    products: [.library(name: "SceneWeb", targets: ["SceneWeb"])],
    targets: [
        .systemLibrary(
            name: "CMicrohttpd", pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
        .target(name: "SceneWeb", dependencies: ["CMicrohttpd"]),
        .testTarget(name: "SceneWebTests", dependencies: ["SceneWeb"]),
    ],
    swiftLanguageModes: [.v6]
)
