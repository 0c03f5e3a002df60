import Testing

/// Plants a violation in a generated scene and returns what is said of it.
func findings(in file: String, _ old: String, _ new: String) -> [String] {
    let desk = Desk()
    let path = "Sources/App/Movies/" + file
    #expect(desk.type("new-scene", "Movies").code == 0)
    #expect(desk.type("lint-scenes").code == 0)
    #expect(desk[path].contains(old), "there is nothing to replace")
    desk.files.put("/home/package/" + path, desk[path].replacing(old, with: new))
    let answer = desk.type("lint-scenes")
    #expect(answer.code == (answer.output.count > 1 ? 1 : 0))
    return answer.output.dropLast()
}
