import CISTesting
import Testing

/// Names of enum cases.
@Suite struct CaseNameTests {
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
        #expect(CaseName.of(Plain.second) == "second")
        #expect(CaseName.of(Loaded.pair(left: 1, right: 2)) == "pair")
        #expect(CaseName.of(Described.first) == "first")
        #expect(CaseName.of(Described.second(1)) == "second")
        #expect(CaseName.of(화면.사진선택(장수: 1)) == "사진선택")
        #expect(CaseName.of(화면.`다시 시도`) == "다시 시도")
        #expect(CaseName.of(Generic<Int>.list([1])) == "list")
        #expect(CaseName.of(One.only) == "only")
        let erased: any Sendable = Plain.third
        #expect(CaseName.of(erased) == "third")
    }

    @Test func `what is not an enum goes by its description`() {
        #expect(CaseName.of(Named()) == "perform")
        #expect(CaseName.of(12) == "12")
        #expect(CaseName.of("text") == "text")
    }

    @Test func `all cases of an enum are known, also those with a payload`() {
        #expect(CaseName.all(of: Plain.self) == ["first", "second", "third"])
        #expect(CaseName.all(of: Loaded.self) == ["number", "text", "pair"])
        #expect(CaseName.all(of: Mixed.self) == ["failed", "sized", "idle", "done"])
        #expect(CaseName.all(of: One.self) == ["only"])
        #expect(CaseName.all(of: OneLoaded.self) == ["only"])
        #expect(CaseName.all(of: Tree.self) == ["branch", "leaf"])
        #expect(CaseName.all(of: Numbered.self) == ["one", "two"])
        #expect(CaseName.all(of: Described.self) == ["second", "first"])
    }

    @Test func `generic and nested enums are known`() {
        #expect(CaseName.all(of: Generic<Int>.self) == ["some", "list", "none"])
        #expect(CaseName.all(of: Generic<String>.self) == ["some", "list", "none"])
        #expect(CaseName.all(of: Outer<[Int]>.Inner.self) == ["b", "a"])
        #expect(CaseName.all(of: Int?.self) == ["some", "none"])
        #expect(CaseName.all(of: Result<Int, any Error>.self) == ["success", "failure"])
    }

    @Test func `Korean names and names of several words are known`() {
        #expect(CaseName.all(of: 화면.self) == ["사진선택", "시작", "다시 시도"])
    }

    @Test func `an enum without cases has none`() {
        #expect(CaseName.all(of: Nothing.self) == [])
        #expect(CaseName.all(of: Never.self) == [])
    }

    @Test(
        arguments: [
            Int.self, String.self, Named.self, Box.self, (Int, Int).self, ((Int) -> Int).self, [Int].self,
            (any Error).self, Any.self, AnyObject.self, Int.Type.self, Outer<Int>.self, (any Sendable).self,
        ] as [Any.Type])
    func `what is not an enum has no cases`(type: Any.Type) {
        #expect(CaseName.all(of: type) == nil)
    }

    @Test func `every case of a value is among the names of its type`() {
        let values: [Mixed] = [.idle, .failed(""), .done, .sized(1)]
        #expect(Set(values.map { CaseName.of($0) }) == Set(CaseName.all(of: Mixed.self) ?? []))
    }
}
