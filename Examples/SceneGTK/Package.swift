// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "SceneGTK",
    platforms: [.macOS(.v15)],
    products: [.library(name: "SceneGTK", targets: ["SceneGTK"])],
    dependencies: [.package(name: "swift-cis", path: "../..")],
    targets: [
        .systemLibrary(
            name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"]), .brew(["gtk4"])]),
        .target(name: "SceneGTK", dependencies: ["CGTK"]),
        // A window that the tests control. It prints what it shows.
        .executableTarget(
            name: "scene-gtk-probe", dependencies: ["SceneGTK", .product(name: "CIS", package: "swift-cis")],
            path: "Probe"),
        .testTarget(name: "SceneGTKTests", dependencies: ["scene-gtk-probe"]),
    ],
    swiftLanguageModes: [.v6]
)
