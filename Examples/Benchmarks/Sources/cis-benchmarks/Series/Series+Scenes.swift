import CIS

extension Series {
    /// Does making a scene cost more beside many others?
    static var scenes: Series {
        Series(
            name: "G-scenes", title: "scene made and released, by scenes alive", sizes: sizes(from: 1, to: 100_000)
        ) { size in
            let others = (0..<size).map { _ in Tally.assemble().scene }
            let count = 10_000
            let time = await nanoseconds { for _ in 0..<count { _ = Tally.assemble().scene.isStopped } }
            withExtendedLifetime(others) {}
            return time / Double(count)
        }
    }

    /// Does a mutation cost more beside many other scenes?
    static var sceneMutation: Series {
        Series(
            name: "G-beside", title: "mutation, by scenes alive", sizes: sizes(from: 1, to: 100_000)
        ) { size in
            let others = (0..<size).map { _ in Tally.assemble().scene }
            let (scene, store) = Tally.assemble()
            let receiver: any MutationReceiver<Tally.Mutation> = store
            let count = 100_000
            let time = await nanoseconds { for _ in 0..<count { receiver.execute(.add(1)) } }
            withExtendedLifetime((others, scene)) {}
            try expect("G-beside", store.state.count, count)
            return time / Double(count)
        }
    }

    /// Does an action cost more beside many that wait?
    static var actionsInFlight: Series {
        Series(
            name: "G-flight", title: "action, by actions in flight", sizes: sizes(from: 1, to: 100_000)
        ) { size in
            let gate = Gate()
            let (scene, store) = Tally.assemble(gate: gate)
            let waiting = (0..<size).map { _ in scene.execute(.wait) }
            let count = 20_000
            let time = await nanoseconds { for _ in 0..<count { await scene.execute(.add).value } }
            gate.open()
            for task in waiting { await task.value }
            try expect("G-flight", store.state.count, count + size)
            return time / Double(count)
        }
    }

    /// Does a scene cost more deep down in a tree? Making, mutating and stopping each of them.
    static var treeDepth: Series {
        Series(name: "G-tree", title: "scene made and stopped, by depth of the tree", sizes: sizes(from: 1, to: 1_000))
        {
            size in
            let trees = max(1, 10_000 / size)
            var stopped = 0
            let time = await nanoseconds {
                for _ in 0..<trees {
                    let (root, leaf) = tree(depth: size)
                    root.stop()
                    stopped += leaf.isStopped ? 1 : 0
                }
            }
            try expect("G-tree", stopped, trees)
            return time / Double(trees * size)
        }
    }

    /// Does a mutation cost more deep down in a tree whose root is traced?
    static var treeTrace: Series {
        Series(name: "G-leaf", title: "mutation of the deepest scene, by depth", sizes: sizes(from: 1, to: 1_000)) {
            size in
            let (root, leaf) = tree(depth: size)
            let token = root.attach(Silence())
            let count = 20_000
            let time = await nanoseconds { for _ in 0..<count { await leaf.execute(.add).value } }
            withExtendedLifetime((root, token)) {}
            try expect("G-leaf", leaf.state.count, count)
            return time / Double(count)
        }
    }

    /// A chain of scenes. Each is the child of the previous one.
    private static func tree(depth: Int) -> (root: SceneRuntime<Tally>, leaf: SceneRuntime<Tally>) {
        let root = Tally.assemble().scene
        var leaf = root
        for _ in 1..<depth {
            let child = Tally.assemble().scene
            leaf.add(child)
            leaf = child
        }
        return (root, leaf)
    }
}
