// expect: A Stub stands for a function that cannot throw: use a ThrowingStub
// An error for a function that cannot throw.

import CISTesting

struct Offline: Error {}

func script(_ count: Stub<String, Int>) {
    count.always(.error(Offline()))
}
