/// The maximum number of steps in one `when`. A countdown of an hour, second by second, takes 3,600.
package enum StepLimit {
    /// A task-local value, so that tests of the limit can lower it.
    @TaskLocal package static var current = 10_000
}
