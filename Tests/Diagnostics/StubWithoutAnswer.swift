// expect: A call has to return something: Stub { … }, Stub(.value(…))
// A stub for a function that cannot throw needs an answer.

import CISTesting

let count = Stub<String, Int>()
