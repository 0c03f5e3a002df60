import SceneTemplates
import Testing

/// Source text that is hard to parse. Each test adds a line in such text, and checks the result.
@Suite struct `Reading Swift as text` {
    private func text(around trouble: String) -> String {
        """
        enum Shop: SceneDefinition {
            enum Action: Sendable {
                \(trouble)
                case tapped
            }
        }
        final class ShopController: Controller {
            func handle(_ action: Shop.Action) async {
                \(trouble.contains("case") ? "" : trouble)
                switch action {
                case .tapped: break
                }
            }
        }

        """
    }

    @Test(arguments: [
        "// } case wrong {", "/* } /* nested } */ case wrong { */", "static let a = \"} case wrong {\"",
        "static let a = \"\\\"} case wrong \\(\"}\") {\"", "static let a = #\"} \"case wrong\" \\#(\")}\") {\"#",
        "static let a = \"\"\"\n        } case \"wrong\" {\n        \"\"\"", "func `case } wrong`() {}",
        "static let a = ##\"\"\"\n        \"# } \\##(1)\n        \"\"\"##",
    ])
    func `brackets and words in comments, strings and raw names do not count`(trouble: String) {
        let before = text(around: trouble)
        let sandbox = Sandbox(["Sources/App/Shop.swift": before])
        let answer = sandbox.run("new-scene", "Shop", "--add-action", "Added")
        #expect(answer.code == 0, "\(answer.errors)")
        let expected = before.replacing("        case tapped\n", with: "        case tapped\n        case added\n")
            .replacing("case .tapped: break\n", with: "case .tapped: break\n        case .added:\n            break\n")
        #expect(sandbox["Sources/App/Shop.swift"] == expected)
    }

    @Test(arguments: ["class", "actor", "protocol", "struct"])
    func `the protocols of a type in an enumeration are no cases`(keyword: String) {
        let before = text(around: "").replacing(
            "        case tapped\n", with: "        case tapped\n        \(keyword) Box: Hashable, Sendable {}\n")
        let sandbox = Sandbox(["Sources/App/Shop.swift": before])
        let answer = sandbox.run("new-scene", "Shop", "--add-action", "Added")
        #expect(answer.code == 0, "\(answer.errors)")
        let expected = before.replacing("        case tapped\n", with: "        case tapped\n        case added\n")
            .replacing("case .tapped: break\n", with: "case .tapped: break\n        case .added:\n            break\n")
        #expect(sandbox["Sources/App/Shop.swift"] == expected)
    }

    @Test(arguments: [
        "\"never closed", "/* never closed", "{ { {", "} } }", "`never closed", "\"\"\"\nnever closed", "\\(", "#\"",
        "",
    ])
    func `text that is not Swift is refused`(trouble: String) {
        let text = "enum Shop: SceneDefinition { enum Action { \(trouble)"
        let sandbox = Sandbox(["Sources/App/Shop.swift": text])
        #expect(sandbox.run("new-scene", "Shop", "--add-action", "Added").code == 1)
        #expect(sandbox["Sources/App/Shop.swift"] == text)
        _ = sandbox.run("lint-scenes")
        _ = sandbox.run("lint-scenes", "--diagram")
    }
}
