// swift-tools-version: 6.3
import PackageDescription

/// Each import says whether it is part of the module's interface: `public import`, `package import`, `import`.
let settings: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

let cis: Target.Dependency = .product(name: "CIS", package: "swift-cis")
let cisTesting: Target.Dependency = .product(name: "CISTesting", package: "swift-cis")
let bridge: Target.Dependency = .product(name: "CISBridge", package: "swift-cis")
let inspector: Target.Dependency = .product(name: "CISInspector", package: "swift-cis")
let web: Target.Dependency = .product(name: "SceneWeb", package: "SceneWeb")
let gtk: Target.Dependency = .product(name: "SceneGTK", package: "SceneGTK")
let terminal: Target.Dependency = .product(name: "TerminalKit", package: "TerminalKit")
let workers: Target.Dependency = .product(name: "CISWorkers", package: "swift-cis")

let package = Package(
    name: "TouristSpots",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "tourist-spots", targets: ["tourist-spots"]),
        .executable(name: "tourist-spots-terminal", targets: ["tourist-spots-terminal"]),
        .executable(name: "tourist-spots-gtk", targets: ["tourist-spots-gtk"]),
        .executable(name: "tourist-spots-gallery", targets: ["tourist-spots-gallery"]),
        // For an app on Apple systems, with a file of `Apple`.
        .library(name: "TouristSpots", targets: ["TouristSpotsScenes", "TouristSpotsServices"]),
        .library(name: "TouristSpotsDynamic", type: .dynamic, targets: ["TouristSpotsLibrary"]),
    ],
    dependencies: [
        .package(name: "swift-cis", path: "../.."),
        // The development server, and the page. Needs libmicrohttpd-dev.
        .package(path: "../SceneWeb"),
        .package(path: "../TerminalKit"),
        // The window. Needs libgtk-4-dev.
        .package(path: "../SceneGTK"),
    ],
    targets: [
        // The app without any front end: both scenes and their entity. No Foundation.
        .target(name: "TouristSpotsScenes", dependencies: [cis], swiftSettings: settings),
        // The worker of the list. It calls the public service.
        .target(
            name: "TouristSpotsServices",
            dependencies: ["TouristSpotsScenes", workers],
            swiftSettings: settings),
        // A server on this machine that answers like the service. Its answers can be wrong or slow on request.
        .target(name: "DevelopmentServer", dependencies: ["SampleForecast", web], swiftSettings: settings),
        // What it answers, for programs without a server, too.
        .target(name: "SampleForecast", dependencies: [workers], swiftSettings: settings),
        // The parts that the front ends share: the options, the scene with its service, the scene for hosts in other languages.
        .target(
            name: "TouristSpotsApp",
            dependencies: [
                "TouristSpotsScenes", "TouristSpotsServices", "DevelopmentServer", cis, bridge, web, inspector,
                terminal,
            ],
            swiftSettings: settings),

        // The front ends.
        .executableTarget(
            name: "tourist-spots", dependencies: ["TouristSpotsApp", "TerminalFrontEnd", "PageFrontEnd", bridge],
            swiftSettings: settings),
        // The terminal alone, which needs no system library.
        .executableTarget(
            name: "tourist-spots-terminal",
            dependencies: ["TouristSpotsScenes", "TouristSpotsServices", "SampleForecast", "TerminalFrontEnd"],
            swiftSettings: settings),
        .target(
            name: "TerminalFrontEnd", dependencies: ["TouristSpotsScenes", terminal, cis], swiftSettings: settings),
        .target(
            name: "PageFrontEnd", dependencies: [bridge, web], resources: [.embedInCode("Page")],
            swiftSettings: settings),
        // For programs in C, and in languages that call C.
        .target(name: "TouristSpotsLibrary", dependencies: ["TouristSpotsApp", bridge], swiftSettings: settings),
        .executableTarget(
            name: "tourist-spots-gtk", dependencies: ["TouristSpotsApp", "WindowFrontEnd", gtk],
            swiftSettings: settings),
        .target(
            name: "WindowFrontEnd", dependencies: ["TouristSpotsScenes", "GTKKit", gtk, cis], swiftSettings: settings),
        // The parts that any window needs: widgets with a style, and hooks for tests.
        .target(name: "GTKKit", dependencies: [gtk], swiftSettings: settings),
        // A scene that shows the states of another one, for the pages of the gallery.
        .target(
            name: "FollowedScene", dependencies: ["TouristSpotsApp", "TouristSpotsScenes", cis, bridge],
            swiftSettings: settings),
        // Terminal, page and window of one scene.
        .executableTarget(
            name: "tourist-spots-gallery",
            dependencies: [
                "TouristSpotsApp", "TouristSpotsScenes", "FollowedScene", "TerminalFrontEnd", "PageFrontEnd",
                "WindowFrontEnd", "GTKKit", cis, bridge, web, gtk,
            ],
            swiftSettings: settings),

        .testTarget(
            name: "TouristSpotsServicesTests",
            dependencies: [
                "TouristSpotsScenes", "TouristSpotsServices", "DevelopmentServer", "TouristSpotsApp", cis, cisTesting,
                workers,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "TouristSpotsScenesTests",
            dependencies: ["TouristSpotsScenes", "FollowedScene", "TerminalFrontEnd", cis, cisTesting, bridge],
            swiftSettings: settings),
        .testTarget(
            name: "FrontEndTests",
            dependencies: [
                "tourist-spots", "tourist-spots-gtk", "tourist-spots-gallery", "TouristSpotsLibrary", inspector,
            ],
            exclude: ["Contract"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
