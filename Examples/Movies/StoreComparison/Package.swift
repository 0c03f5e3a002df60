// swift-tools-version: 6.3

import PackageDescription

// Compares the stores that the app uses with SQLite. A package of its own, so that those who build
// the app do not need SQLite.
let package = Package(
    name: "movies-stores",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-cis", path: "../../..")],
    targets: [
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .executableTarget(
            name: "movies-stores", dependencies: ["CSQLite", .product(name: "CISWorkers", package: "swift-cis")]),
    ],
    swiftLanguageModes: [.v6]
)
