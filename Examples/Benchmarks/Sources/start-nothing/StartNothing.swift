// What the start of any asynchronous program costs: X10 is what a scene adds to it.
@main
struct StartNothing {
    static func main() async {}
}
