/// How often a test repeats itself: less where a build is slow.
func times(_ count: Int) -> Int {
    #if DEBUG
    max(count / 5, 1)
    #else
    count
    #endif
}
