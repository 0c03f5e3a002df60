// The cost of starting any asynchronous program. X10 measures what a scene adds to it.
@main
struct StartNothing {
    static func main() async {}
}
