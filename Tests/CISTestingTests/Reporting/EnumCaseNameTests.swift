import CISReflection
import CISTesting
import Testing

/// Names of enum cases.
@Suite struct `Names of enum cases` {
    private enum Plain { case first, second, third }
    private enum Loaded { case number(Int), text(String), pair(left: Int, right: Int) }
    private enum Mixed { case idle, failed(String), done, sized(Int) }
    private enum One { case only }
    private enum OneLoaded { case only(Int) }
    private enum Nothing {}
    private enum Generic<Value> { case none, some(Value), list([Value]) }
    private enum 화면 { case 시작, 사진선택(장수: Int), `다시 시도` }
    private indirect enum Tree { case leaf, branch(Tree, Tree) }
    private enum Numbered: Int { case one = 1, two }
    private enum Described: CustomStringConvertible {
        case first, second(Int)
        var description: String { "described" }
    }
    private struct Outer<Value> { enum Inner { case a, b(Value) } }
    private struct Named: CustomStringConvertible { var description: String { "perform" } }
    private final class Box {}

    @Test func `a value's case is named without its payload`() {
        #expect(EnumCaseName.of(Plain.second) == "second")
        #expect(EnumCaseName.of(Loaded.pair(left: 1, right: 2)) == "pair")
        #expect(EnumCaseName.of(Described.first) == "first")
        #expect(EnumCaseName.of(Described.second(1)) == "second")
        #expect(EnumCaseName.of(화면.사진선택(장수: 1)) == "사진선택")
        #expect(EnumCaseName.of(화면.`다시 시도`) == "다시 시도")
        #expect(EnumCaseName.of(Generic<Int>.list([1])) == "list")
        #expect(EnumCaseName.of(One.only) == "only")
        let erased: any Sendable = Plain.third
        #expect(EnumCaseName.of(erased) == "third")
    }

    @Test func `a value that is not an enum is named by its description`() {
        #expect(EnumCaseName.of(Named()) == "perform")
        #expect(EnumCaseName.of(12) == "12")
        #expect(EnumCaseName.of("text") == "text")
    }

    @Test func `all cases of an enum are listed, including those with a payload`() {
        #expect(EnumCaseName.all(of: Plain.self) == ["first", "second", "third"])
        #expect(EnumCaseName.all(of: Loaded.self) == ["number", "text", "pair"])
        #expect(EnumCaseName.all(of: Mixed.self) == ["failed", "sized", "idle", "done"])
        #expect(EnumCaseName.all(of: One.self) == ["only"])
        #expect(EnumCaseName.all(of: OneLoaded.self) == ["only"])
        #expect(EnumCaseName.all(of: Tree.self) == ["branch", "leaf"])
        #expect(EnumCaseName.all(of: Numbered.self) == ["one", "two"])
        #expect(EnumCaseName.all(of: Described.self) == ["second", "first"])
    }

    @Test func `cases of generic and nested enums are listed`() {
        #expect(EnumCaseName.all(of: Generic<Int>.self) == ["some", "list", "none"])
        #expect(EnumCaseName.all(of: Generic<String>.self) == ["some", "list", "none"])
        #expect(EnumCaseName.all(of: Outer<[Int]>.Inner.self) == ["b", "a"])
        #expect(EnumCaseName.all(of: Int?.self) == ["some", "none"])
        #expect(EnumCaseName.all(of: Result<Int, any Error>.self) == ["success", "failure"])
    }

    @Test func `Korean names and names of several words are listed`() {
        #expect(EnumCaseName.all(of: 화면.self) == ["사진선택", "시작", "다시 시도"])
    }

    @Test func `an enum without cases has none`() {
        #expect(EnumCaseName.all(of: Nothing.self) == [])
        #expect(EnumCaseName.all(of: Never.self) == [])
    }

    @Test(
        arguments: [
            Int.self, String.self, Named.self, Box.self, (Int, Int).self, ((Int) -> Int).self, [Int].self,
            (any Error).self, Any.self, AnyObject.self, Int.Type.self, Outer<Int>.self, (any Sendable).self,
        ] as [Any.Type])
    func `a type that is not an enum has no cases`(type: Any.Type) {
        #expect(EnumCaseName.all(of: type) == nil)
    }

    @Test func `every case of a value is among the names of its type`() {
        let values: [Mixed] = [.idle, .failed(""), .done, .sized(1)]
        #expect(Set(values.map { EnumCaseName.of($0) }) == Set(EnumCaseName.all(of: Mixed.self) ?? []))
    }
}
