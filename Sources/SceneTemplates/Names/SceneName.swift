import Foundation

/// The name of a scene: the type that holds its vocabulary, and what the names of its files begin with.
package struct SceneName: Hashable, Sendable, CustomStringConvertible {
    /// In Unicode's composed form (NFC): the file system and the compiler see the same bytes whatever was typed.
    package let text: String

    package var description: String { text }

    /// The longest name whose files stay within 120 columns where the formatter cannot break a line.
    static let limit = 26

    /// - Parameter text: As typed.
    /// - Throws: ``GeneratorError`` when the text cannot name a scene.
    package init(_ text: String) throws {
        let name = text.precomposedStringWithCanonicalMapping
        guard SwiftIdentifier.isName(name) else {
            throw GeneratorError(
                "'\(name)' is not a Swift identifier.",
                remedy: "Use letters, digits and _, beginning with a letter: Movies, MovieList, 영화.")
        }
        guard name.first?.isLowercase != true, name.first != "_" else {
            throw GeneratorError(
                "'\(name)' cannot name a scene: a scene is a type.",
                remedy: "Begin with a capital letter: \(Self.capitalised(name)).")
        }
        guard name.count <= Self.limit else {
            throw GeneratorError(
                "'\(name)' has \(name.count) characters; a scene's name has at most \(Self.limit).",
                remedy: "Choose a shorter one: its files and types add words of their own.")
        }
        if let taken = Self.taken(name) {
            throw GeneratorError(
                "'\(name)' cannot name a scene: \(taken)", remedy: "Choose another name, such as \(name)Screen.")
        }
        self.text = name
    }

    private static func capitalised(_ name: String) -> String {
        let letters = name.drop { $0 == "_" }
        return letters.isEmpty ? "Movies" : letters.prefix(1).uppercased() + letters.dropFirst()
    }

    private static func taken(_ name: String) -> String? {
        if SwiftIdentifier.keywords.contains(name) { return "Swift keeps the word for itself." }
        if reserved.contains(name) { return "the scene's own code, or a front end, uses that name for something else." }
        let parts = suffixes.map { name + $0 }
        if let part = parts.first(where: { reserved.contains($0) }) {
            return "its part \(part) would be called like a type of the library."
        }
        return nil
    }

    /// What its types and files add to the name.
    private static let suffixes = ["Controller", "Interactor", "Store", "Worker", "WorkerDouble", "Fixture", "Tests"]

    /// The types of the library and of its test tools, and what generated code and front ends need from elsewhere.
    static let reserved: Set<String> = [
        "Action", "ActionPolicy", "Actor", "AnyObject", "Array", "Binding", "Bool", "Button", "CIS", "CISTesting",
        "CallSite", "CaseIterable", "Character", "ChildPlace", "Clock", "Codable", "Controller", "ControllerOf",
        "Data", "Date", "Delivery", "DiagnosticReporter", "Dictionary", "DomainSnapshot", "DomainState", "DomainStore",
        "DomainStoreOf", "Double", "DropReason", "Duration", "Equatable", "Error", "Exhaustivity", "ExhaustivityTrait",
        "Exploration", "FaultInjection", "FieldChange", "FieldError", "Float", "ForEach", "FormField", "FormFields",
        "Foundation", "Hashable", "Image", "ImmediateClock", "InjectedFault", "Int", "Interactor", "InteractorOf",
        "Label", "List", "MainActor", "ManualClock", "Mutation", "MutationReceiver", "MutationReceiverOf", "Never",
        "ObservationToken", "Optional", "Output", "OutputPort", "OwnedScene", "Presented", "Pulse", "RecordedEffects",
        "Reply", "Result", "Revision", "ScenarioBindings", "Scene", "SceneController", "SceneDefinition",
        "SceneDiagnostic", "SceneEvent", "SceneFixture", "SceneIdentity", "SceneInteractor", "SceneList",
        "SceneListChanges", "SceneListStep", "SceneNode", "SceneObserver", "SceneOwner", "SceneRuntime",
        "SceneSnapshot", "SceneSource", "SceneStack", "SceneState", "SceneStore", "SceneTest", "ScriptedStream",
        "Sendable", "Sequence", "Set", "SnapshotError", "SpecificationError", "SpecificationTable", "State",
        "StateCoder", "StateExpectation", "StatePublisher", "StateValues", "Store", "String", "Stub", "StubbedCall",
        "Suite", "Swift", "SwiftUI", "Task", "Test", "Testing", "Text", "ThrowingStub", "UIButton", "UIKit", "UILabel",
        "UIView", "UIViewController", "URL", "UnscriptedCall", "UnusedClock", "UseCase", "View", "Void", "WeakScene",
        "Worker", "XCTest", "XCTestCase",
    ]
}
