// swift-tools-version: 6.3
import PackageDescription

/// Each import says whether it is part of the module's interface: `public import`, `package import`, `import`.
let settings: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

let cis: Target.Dependency = .product(name: "CIS", package: "swift-cis")
let cisTesting: Target.Dependency = .product(name: "CISTesting", package: "swift-cis")
let bridge: Target.Dependency = .product(name: "CISBridge", package: "swift-cis")
let inspector: Target.Dependency = .product(name: "CISInspector", package: "swift-cis")
let web: Target.Dependency = .product(name: "SceneWeb", package: "SceneWeb")
let terminal: Target.Dependency = .product(name: "TerminalKit", package: "TerminalKit")
let workers: Target.Dependency = .product(name: "CISWorkers", package: "swift-cis")

let package = Package(
    name: "FootballGather",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "football-gather", targets: ["football-gather"]),
        .executable(name: "gather-server", targets: ["gather-server"]),
        .library(name: "FootballGather", targets: ["GatherScenes", "GatherServices"]),
    ],
    dependencies: [
        .package(name: "swift-cis", path: "../.."),
        // The server, and the page. Needs libmicrohttpd-dev.
        .package(path: "../SceneWeb"),
        .package(path: "../TerminalKit"),
    ],
    targets: [
        // The app without any front end: seven screens, the flow that stacks them, and their entities. No Foundation.
        .target(name: "GatherScenes", dependencies: [cis], swiftSettings: settings),
        // The system's OpenSSL, for SHA-256 where there is no CryptoKit.
        .systemLibrary(
            name: "CLibcrypto", pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .yum(["openssl-devel"])]),
        // The worker of all screens, over the server of the app.
        .target(
            name: "GatherServices",
            dependencies: [
                "GatherScenes", .target(name: "CLibcrypto", condition: .when(platforms: [.linux])), workers,
            ],
            swiftSettings: settings),

        // The system's SQLite, the client of PostgreSQL, and libxcrypt for passwords.
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .yum(["sqlite-devel"])]),
        .systemLibrary(
            name: "CLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .yum(["libpq-devel"])]),
        .systemLibrary(
            name: "CLibcrypt", pkgConfig: "libcrypt", providers: [.apt(["libcrypt-dev"]), .yum(["libxcrypt-devel"])]),
        // The service that the app talks to. It knows no scene.
        .target(
            name: "GatherServer",
            dependencies: [
                "CSQLite", "CLibpq", "CLibcrypt", .target(name: "CLibcrypto", condition: .when(platforms: [.linux])),
                web,
            ],
            swiftSettings: settings),
        .executableTarget(name: "gather-server", dependencies: ["GatherServer", terminal], swiftSettings: settings),

        // The parts that the front ends share: the options, the screens over a server, the screens for hosts of other languages.
        .target(
            name: "GatherApp",
            dependencies: ["GatherScenes", "GatherServices", "GatherServer", cis, bridge, inspector, workers],
            swiftSettings: settings),
        // The front ends.
        .target(
            name: "GatherTerminal", dependencies: ["GatherApp", "GatherScenes", terminal, cis],
            swiftSettings: settings),
        .target(
            name: "GatherPage", dependencies: ["GatherApp", bridge, web], resources: [.embedInCode("Page")],
            swiftSettings: settings),
        .executableTarget(
            name: "football-gather", dependencies: ["GatherApp", "GatherPage", "GatherTerminal", terminal, bridge],
            swiftSettings: settings),

        .testTarget(
            name: "GatherScenesTests", dependencies: ["GatherScenes", cis, cisTesting], swiftSettings: settings),
        .testTarget(
            name: "GatherServicesTests",
            dependencies: ["GatherScenes", "GatherServices", cis, cisTesting, workers], swiftSettings: settings),
        .testTarget(
            name: "GatherServerTests",
            dependencies: ["GatherServer", "gather-server", "GatherScenes", "GatherServices", web, workers],
            swiftSettings: settings),
        .testTarget(
            name: "GatherPageTests",
            dependencies: [
                "GatherApp", "GatherPage", "GatherScenes", "GatherServer", "GatherServices", "football-gather",
                "gather-server", cis, cisTesting, inspector, web, workers,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "GatherTerminalTests",
            dependencies: [
                "GatherApp", "GatherTerminal", "GatherScenes", "GatherServer", terminal, "football-gather",
                "gather-server", cis, cisTesting,
            ],
            exclude: ["Contract"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
