// expect: An answer is a reply: write .value(…)
// An answer that is not a reply.

import CISTesting

func script(_ count: Stub<String, Int>) {
    count.answers(1, 2)
}
