import CIS
import Foundation
import Testing

/// The value that determines whether a child is presented.
@Suite struct `Presentations` {
    @Test func `nothing is presented at first, unless it is given`() {
        #expect(!Presented<String>().isPresented)
        #expect(Presented("a").value == "a")
    }

    @Test func `a presented value is there until it is dismissed`() {
        var place = Presented<String>()
        place.present("a")
        #expect(place.value == "a")
        place.dismiss()
        #expect(place.value == nil)
        #expect(!place.isPresented)
    }

    @Test func `presenting the same value again is another presentation`() {
        var place = Presented("a")
        let first = place
        place.present("a")
        #expect(place.value == first.value)
        #expect(place != first)
        #expect(place.number == 2)
    }

    @Test func `values with the same history are equal and have equal hashes`() {
        #expect(Presented("a") == Presented("a"))
        #expect(Presented("a").hashValue == Presented("a").hashValue)
    }

    @Test func `a decoded presentation equals the one that was encoded, and goes on counting`() throws {
        var place = Presented("a")
        place.present("b")
        var decoded = try JSONDecoder().decode(Presented<String>.self, from: try JSONEncoder().encode(place))
        #expect(decoded == place)
        decoded.present("c")
        #expect(decoded.number == 3)
    }

    // A file that was tampered with does not cause a trap.
    @Test func `a decoded presentation with the greatest number can be presented again`() throws {
        var place = try JSONDecoder().decode(
            Presented<String>.self, from: Data(#"{"number":18446744073709551615}"#.utf8))
        place.present("a")
        #expect(place.value == "a")
    }

    @Test func `a description says what is presented`() {
        #expect("\(Presented("a"))" == "presented(a)")
        #expect("\(Presented<String>())" == "nothing presented")
    }
}
