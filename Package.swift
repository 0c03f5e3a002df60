// swift-tools-version: 6.3

import PackageDescription

// Apps in the App Store declare why they call certain functions of the system. Other systems have no use for the files.
#if canImport(Darwin)
let privacy: (unused: [String], resources: [Resource]) = ([], [.process("PrivacyInfo.xcprivacy")])
#else
let privacy: (unused: [String], resources: [Resource]) = (["PrivacyInfo.xcprivacy"], [])
#endif

// How the libraries are compiled. With STRICT, each public type also says whether it is sendable, and warnings are errors.
let strict: [SwiftSetting] =
    ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"].map { .enableUpcomingFeature($0) }
    + (Context.environment["STRICT"] == nil
        ? [] : [.unsafeFlags(["-warnings-as-errors", "-require-explicit-sendable"])])

// With QUICK_TESTS, `swift test -c release` optimizes the libraries, and not their tests: those take longer to optimize than to run. It
// leaves out the generators, which would be compiled twice, and the libraries with them: for their tests, and for the plugins.
let isQuick = Context.environment["QUICK_TESTS"] != nil
let quick: [SwiftSetting] = isQuick ? [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"])] : []

// What writes code, for the two commands of the package: generators, which are programs, and their plugins.
let commands: [Product] = [
    // `swift package new-scene` and `swift package lint-scenes`.
    .plugin(name: "NewScenePlugin", targets: ["NewScenePlugin", "LintScenesPlugin"]),
    // `swift package bridge-clients`.
    .plugin(name: "BridgeClientsPlugin", targets: ["BridgeClientsPlugin"]),
]
let generators: [Target] = [
    .target(name: "SceneTemplates", resources: [.embedInCode("Templates")]),
    .executableTarget(name: "scene-generator", dependencies: ["SceneTemplates"]),
    .plugin(
        name: "NewScenePlugin",
        capability: .command(
            intent: .custom(verb: "new-scene", description: "Writes the files of a scene, or adds to one."),
            permissions: [.writeToPackageDirectory(reason: "It writes the scene's files into the package.")]),
        dependencies: ["scene-generator"],
        path: "Sources/NewScenePlugin"),
    // A target of its own, because a plugin target has one verb and one set of permissions: this one only reads.
    .plugin(
        name: "LintScenesPlugin",
        capability: .command(
            intent: .custom(verb: "lint-scenes", description: "Reports what scenes should not do, and draws them.")),
        dependencies: ["scene-generator"],
        path: "Sources/LintScenesPlugin"),
    // Clients in other languages, from what an app says of its types. It has two files of CISBridge as links: what a plugin needs is
    // compiled once more, for the machine that builds, and with a dependency that would be the bridge and the core.
    .target(name: "ClientTemplates", resources: [.embedInCode("Templates")]),
    .executableTarget(name: "bridge-client-generator", dependencies: ["ClientTemplates"]),
    .plugin(
        name: "BridgeClientsPlugin",
        capability: .command(
            intent: .custom(
                verb: "bridge-clients", description: "Writes the types of an app's scenes in other languages."),
            permissions: [.writeToPackageDirectory(reason: "It writes the clients into the package.")]),
        dependencies: ["bridge-client-generator"],
        path: "Sources/BridgeClientsPlugin"),
    .testTarget(name: "ClientTemplatesTests", dependencies: ["ClientTemplates"]),
    .testTarget(name: "SceneTemplatesTests", dependencies: ["SceneTemplates"]),
]

let package = Package(
    name: "swift-cis",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "CIS", targets: ["CIS"]),
        .library(name: "CISTesting", targets: ["CISTesting"]),
        .library(name: "CISWorkers", targets: ["CISWorkers"]),
        .library(name: "CISBridge", targets: ["CISBridge"]),
        // The client of scenes in JavaScript, as text.
        .library(name: "CISBridgeClients", targets: ["CISBridgeClients"]),
        // Recordings of scenes, a trait that attaches them to tests, and the tool that shows them.
        .library(name: "CISInspector", targets: ["CISInspector"]),
        .library(name: "CISInspectorTesting", targets: ["CISInspectorTesting"]),
        .executable(name: "cis-inspect", targets: ["cis-inspect"]),
    ] + (isQuick ? [] : commands),
    targets: [
        .target(name: "CIS", swiftSettings: strict),
        // Reads the types of a program while it runs: their fields, cases and names.
        .target(name: "CISReflection", swiftSettings: strict),
        .target(name: "CISTesting", dependencies: ["CIS", "CISReflection"], swiftSettings: strict),
        // The functions of libcurl, which is found while a program runs.
        .target(name: "CCurl"),
        .target(
            name: "CISWorkers", dependencies: ["CIS", .target(name: "CCurl", condition: .when(platforms: [.linux]))],
            exclude: privacy.unused, resources: privacy.resources, swiftSettings: strict),
        // The header of the C interface, which CISBridge implements.
        .target(name: "CCISBridge"),
        .target(
            name: "CISBridge", dependencies: ["CIS", "CISReflection", "CCISBridge"], exclude: privacy.unused,
            resources: privacy.resources, swiftSettings: strict),
        // The long texts of the two targets below.
        .target(name: "CTexts"),
        .target(name: "CISBridgeClients", dependencies: ["CTexts"], exclude: ["client.js", "socket.js"]),
        .target(
            name: "CISInspector", dependencies: ["CIS", "CISReflection", "CTexts"], exclude: ["Page"] + privacy.unused,
            resources: privacy.resources, swiftSettings: strict),
        .target(
            name: "CISInspectorTesting", dependencies: ["CIS", "CISInspector", "CISTesting"], swiftSettings: strict),
        .executableTarget(name: "cis-inspect", dependencies: ["CISInspector"]),
        // What the tests of more than one module use.
        .target(name: "TestSupport", dependencies: ["CIS"], path: "Tests/TestSupport"),
        // The same checks in the tests, and in a program that calls `dispatchMain()`.
        .target(name: "MainQueueSupport", dependencies: ["CIS", "TestSupport"], path: "Tests/MainQueueSupport"),
        .testTarget(
            name: "CISTests", dependencies: ["CIS", "TestSupport", "MainQueueSupport", "main-queue-probe"],
            swiftSettings: quick),
        .testTarget(
            name: "CISTestingTests", dependencies: ["CISReflection", "CISTesting", "TestSupport"], swiftSettings: quick),
        .testTarget(
            name: "CISWorkersTests", dependencies: ["CISTesting", "CISWorkers", "TestSupport", "storage-victim"],
            exclude: ["Support/Outside/Certificates", "Support/Outside/servers.py"], swiftSettings: quick),
        .testTarget(
            name: "CISBridgeTests", dependencies: ["CISBridge", "CISTesting", "TestSupport", "bridge-core-probe"],
            swiftSettings: quick),
        .testTarget(
            name: "CISInspectorTests",
            dependencies: [
                "CISInspector", "CISInspectorTesting", "CISTesting", "CISWorkers", "TestSupport", "cis-inspect",
            ],
            swiftSettings: quick),

        .executableTarget(name: "stack-probe", dependencies: ["CIS"], path: "Tests/Probes/StackProbe"),
        .executableTarget(
            name: "main-queue-probe", dependencies: ["MainQueueSupport"], path: "Tests/Probes/MainQueueProbe"),
        // What a host in C does, right and wrong: it needs a synchronous main function, which tests do not have.
        .executableTarget(
            name: "bridge-core-probe", dependencies: ["CIS", "CISBridge", "CCISBridge"],
            path: "Tests/Probes/BridgeCoreProbe"),
        .executableTarget(name: "storage-victim", dependencies: ["CISWorkers"], path: "Tests/Probes/StorageVictim"),
    ] + (isQuick ? [] : generators),
    swiftLanguageModes: [.v6]
)
