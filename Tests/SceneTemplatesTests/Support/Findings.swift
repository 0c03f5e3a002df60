import Testing

/// Adds a violation to a generated scene, and returns the findings.
func findings(in file: String, _ old: String, _ new: String) -> [String] {
    let sandbox = Sandbox()
    let path = "Sources/App/Movies/" + file
    #expect(sandbox.run("new-scene", "Movies").code == 0)
    #expect(sandbox.run("lint-scenes").code == 0)
    #expect(sandbox[path].contains(old), "there is nothing to replace")
    sandbox.files.put("/home/package/" + path, sandbox[path].replacing(old, with: new))
    let answer = sandbox.run("lint-scenes")
    #expect(answer.code == (answer.output.count > 1 ? 1 : 0))
    return answer.output.dropLast()
}
