import SceneTemplates
import Testing

@Suite struct `Drawings of scenes` {
    private func diagram() -> [String] {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Home").code == 0)
        #expect(sandbox.run("new-scene", "Movies", "--child-of", "Home").code == 0)
        let answer = sandbox.run("lint-scenes", "--diagram")
        #expect(answer.code == 0)
        return answer.output
    }

    @Test func `the graph shows which scene presents which, and the outputs`() {
        let lines = diagram()
        let graph = lines.drop { $0 != "flowchart TD" }.prefix { $0 != "```" }
        #expect(
            Array(graph) == [
                "flowchart TD", "    scene1[\"Home\"]", "    scene2[\"Movies\"]",
                "    scene1 -->|\"presentedMovies\"| scene2",
                "    scene2 -.->|\"itemChosen\"| scene1",
            ])
    }

    @Test func `an action is followed from the view to the workers`() {
        let lines = diagram()
        let start = lines.lastIndex(of: "### itemChosen").map { $0 + 3 } ?? 0
        #expect(
            Array(lines[start...].prefix { $0 != "```" }) == [
                "sequenceDiagram", "    participant View", "    participant Controller", "    participant Store",
                "    View->>Controller: itemChosen", "    Controller->>Store: itemChosen",
            ])
    }

    @Test func `steps that depend on a condition are marked`() {
        let lines = diagram()
        let start = lines.lastIndex(of: "### appeared").map { $0 + 3 } ?? 0
        #expect(
            Array(lines[start...].prefix { $0 != "```" }.suffix(5)) == [
                "    Interactor->>Worker: fetchItems", "    opt guard let items = await worker.fetchItems() else",
                "    Interactor->>Store: loadFailed", "    end", "    Interactor->>Store: loaded",
            ])
    }

    @Test func `every action has its drawing`() {
        #expect(diagram().filter { $0 == "sequenceDiagram" }.count == 4 + 2)
    }
}
