import CISBridge
import Testing

/// Each change of a type, and its effect on a host that was built before the change.
@Suite struct `Differences of schemas` {
    private func grade(
        of old: WireType, _ new: WireType, isSentByHost: Bool, _ types: [String: TypeDescription] = [:],
        _ newTypes: [String: TypeDescription]? = nil
    ) -> [String] {
        func schema(_ type: WireType, _ types: [String: TypeDescription]) -> Schema {
            let scene = Schema.Scene(
                name: "s", action: isSentByHost ? type : .any, state: isSentByHost ? .any : type, output: .never,
                input: nil, isChild: false)
            return Schema(scenes: [scene], types: types)
        }
        return schema(new, newTypes ?? types).differences(from: schema(old, types)).map { $0.grade.rawValue }
    }

    private func member(_ name: String, _ type: WireType) -> TypeDescription.Member {
        TypeDescription.Member(name: name, type: type)
    }

    @Test
    func `a value that may be missing now is risky for the host, and one that is needed now impossible for the app`() {
        #expect(grade(of: .text, .optional(.text), isSentByHost: false) == ["risky"])
        #expect(grade(of: .text, .optional(.text), isSentByHost: true) == [])
        #expect(grade(of: .optional(.text), .text, isSentByHost: true) == ["impossible"])
        #expect(grade(of: .optional(.text), .text, isSentByHost: false) == [])
    }

    @Test func `another type is impossible, except a whole number where any is read`() {
        #expect(grade(of: .list(.text), .list(.integer), isSentByHost: false) == ["impossible"])
        #expect(grade(of: .integer, .number, isSentByHost: true) == [])
        #expect(grade(of: .integer, .number, isSentByHost: false) == ["impossible"])
        #expect(grade(of: .number, .integer, isSentByHost: false) == [])
        #expect(grade(of: .any, .map(.text), isSentByHost: true) == [])
    }

    @Test func `new required members are impossible for the app, removed members for the host`() {
        let less = ["T": TypeDescription.object(members: [member("a", .text)])]
        let more = ["T": TypeDescription.object(members: [member("a", .text), member("b", .text)])]
        let type = WireType.named("T")
        #expect(grade(of: type, type, isSentByHost: true, less, more) == ["impossible"])
        #expect(grade(of: type, type, isSentByHost: false, less, more) == ["fine"])
        #expect(grade(of: type, type, isSentByHost: true, more, less) == ["fine"])
        #expect(grade(of: type, type, isSentByHost: false, more, less) == ["impossible"])
    }

    @Test func `new cases are risky for the host, removed cases are impossible for the app`() {
        let less = ["T": TypeDescription.values(of: .text, all: ["a"])]
        let more = ["T": TypeDescription.values(of: .text, all: ["a", "b"])]
        let type = WireType.named("T")
        #expect(grade(of: type, type, isSentByHost: false, less, more) == ["risky"])
        #expect(grade(of: type, type, isSentByHost: true, more, less) == ["impossible"])
        #expect(grade(of: type, type, isSentByHost: true, less, more) == ["fine"])
    }

    @Test func `a type that contains itself is compared once`() {
        let tree = ["T": TypeDescription.object(members: [member("children", .list(.named("T")))])]
        let other = [
            "T": TypeDescription.object(members: [
                member("children", .list(.named("T"))), member("n", .optional(.text)),
            ])
        ]
        #expect(grade(of: .named("T"), .named("T"), isSentByHost: false, tree, other) == ["fine"])
    }

    @Test func `removed, new and required scenes and inputs are compared`() {
        func scene(_ name: String, input: WireType?, isChild: Bool = false) -> Schema.Scene {
            Schema.Scene(name: name, action: .any, state: .any, output: .any, input: input, isChild: isChild)
        }
        let old = Schema(scenes: [scene("a", input: nil), scene("b", input: .text), scene("c", input: .text)])
        let new = Schema(scenes: [scene("a", input: .text), scene("b", input: nil), scene("d", input: nil)])
        #expect(
            new.differences(from: old).map { "\($0.grade) \($0.at)" } == [
                "impossible a input", "impossible c", "fine b input", "fine d",
            ])
        // An input that a host may leave out.
        let optional = Schema(scenes: [
            scene("a", input: .optional(.text)), scene("b", input: .text), scene("c", input: .text),
        ])
        #expect(optional.differences(from: old).map { "\($0.grade) \($0.at)" } == ["fine a input"])
        // A child appears by itself, and cannot be opened.
        let child = Schema(scenes: [scene("a", input: nil, isChild: true)])
        let both = Schema(scenes: [scene("a", input: nil), scene("b", input: nil, isChild: true)])
        #expect(child.differences(from: both).map { "\($0.grade) \($0.at)" } == ["impossible a", "fine b"])
        #expect(both.differences(from: child).map { "\($0.grade) \($0.at)" } == ["risky b"])
    }
}
