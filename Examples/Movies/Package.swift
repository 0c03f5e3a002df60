// swift-tools-version: 6.3
import PackageDescription

/// Each import says whether it is part of the module's interface: `public import`, `package import`, `import`.
let settings: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

let cis: Target.Dependency = .product(name: "CIS", package: "swift-cis")
let cisTesting: Target.Dependency = .product(name: "CISTesting", package: "swift-cis")
let inspector: Target.Dependency = .product(name: "CISInspector", package: "swift-cis")
let gtk: Target.Dependency = .product(name: "SceneGTK", package: "SceneGTK")
let web: Target.Dependency = .product(name: "SceneWeb", package: "SceneWeb")
let terminal: Target.Dependency = .product(name: "TerminalKit", package: "TerminalKit")
let workers: Target.Dependency = .product(name: "CISWorkers", package: "swift-cis")

let package = Package(
    name: "Movies",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "movies", targets: ["movies"]),
        .executable(name: "movies-gtk", targets: ["movies-gtk"]),
        .executable(name: "movies-server", targets: ["movies-server"]),
        // For a front end: the scenes, and the factory that assembles them over the real data.
        .library(name: "Movies", targets: ["MoviesApp", "MoviesScenes"]),
    ],
    dependencies: [
        .package(name: "swift-cis", path: "../.."),
        // The server. Needs libmicrohttpd-dev.
        .package(path: "../SceneWeb"),
        // The window. Needs libgtk-4-dev.
        .package(path: "../SceneGTK"),
        .package(path: "../TerminalKit"),
    ],
    targets: [
        // Entities, and what the scenes need from outside. Imports nothing.
        .target(name: "MoviesDomain", swiftSettings: settings),
        // The screens without any front end. They know the domain, and not where its data comes from.
        .target(name: "MoviesScenes", dependencies: ["MoviesDomain", cis], swiftSettings: settings),
        // The repositories over a service, files and memory. They know the domain, and no screen.
        .target(name: "MoviesData", dependencies: ["MoviesDomain", workers], swiftSettings: settings),
        // The only place that knows the screens and the repositories.
        .target(
            name: "MoviesApp",
            dependencies: ["MoviesDomain", "MoviesScenes", "MoviesData", cis, workers],
            swiftSettings: settings),

        // Invented films, and the answers of a service that has them.
        .target(name: "MoviesCatalogue", dependencies: [workers], swiftSettings: settings),
        // The options of the programs, and the app that they show.
        .target(
            name: "MoviesOptions", dependencies: ["MoviesApp", "MoviesCatalogue", "MoviesData", "MoviesScenes"],
            swiftSettings: settings),
        // A front end: the screens as text.
        .target(
            name: "MoviesTerminal", dependencies: ["MoviesDomain", "MoviesScenes", cis, terminal],
            swiftSettings: settings),
        .executableTarget(
            name: "movies", dependencies: ["MoviesApp", "MoviesOptions", "MoviesTerminal", inspector, terminal],
            swiftSettings: settings),
        // A front end: the screens in a window.
        .target(
            name: "MoviesGTK",
            dependencies: ["MoviesApp", "MoviesDomain", "MoviesOptions", "MoviesScenes", cis, gtk, terminal],
            swiftSettings: settings),
        .executableTarget(
            name: "movies-gtk", dependencies: ["MoviesApp", "MoviesGTK", "MoviesOptions", gtk, terminal],
            swiftSettings: settings),
        // The catalogue as a service on this machine, whose answers can be made wrong or slow.
        .target(name: "MoviesServer", dependencies: ["MoviesCatalogue", web], swiftSettings: settings),
        .executableTarget(name: "movies-server", dependencies: ["MoviesServer", terminal], swiftSettings: settings),

        .testTarget(
            name: "MoviesScenesTests", dependencies: ["MoviesDomain", "MoviesScenes", cis, cisTesting, workers],
            swiftSettings: settings),
        .testTarget(
            name: "MoviesDataTests",
            dependencies: ["MoviesDomain", "MoviesScenes", "MoviesData", "MoviesApp", cis, cisTesting, workers],
            swiftSettings: settings),
        .testTarget(
            name: "MoviesTerminalTests",
            dependencies: [
                "MoviesCatalogue", "MoviesOptions", "MoviesTerminal", "MoviesApp", "MoviesData", "MoviesScenes", cis,
                terminal,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "MoviesServerTests",
            dependencies: ["MoviesServer", "MoviesApp", "MoviesData", "MoviesScenes", cis, cisTesting],
            swiftSettings: settings),
        // A program for the tests: they inspect its window while it is used.
        .executableTarget(
            name: "movies-window-probe",
            dependencies: ["MoviesCatalogue", "MoviesDomain", "MoviesGTK", "MoviesOptions", gtk, terminal],
            path: "Probe", swiftSettings: settings),
        // Tests that drive the programs from outside: a window on a virtual display, a terminal that is killed.
        .testTarget(
            name: "MoviesFrontEndTests",
            dependencies: [
                "MoviesGTK", "MoviesOptions", "MoviesServer", "movies", "movies-gtk", "movies-server",
                "movies-window-probe", cis, inspector,
            ],
            exclude: ["Contract"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
