// expect: Several arguments are one tuple: write stub((a, b))
// A stub that is called like the function it stands for.

import CISTesting

func add(_ a: Int, _ b: Int, by sum: Stub<(Int, Int), Int>) -> Int {
    sum(a, b)
}
