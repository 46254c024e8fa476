/// What takes the output of a captured program as it comes, where it is too much to be collected: a file that is fetched.
public struct Sink: Sendable {
    /// Called on the thread that runs the program.
    let take: @Sendable (_ bytes: [UInt8]) -> Bool

    /// A sink from a function.
    ///
    /// - Parameter take: takes what came; false when no more is wanted, by which the program ends and counts as cut off (`truncated`).
    public init(_ take: @escaping @Sendable (_ bytes: [UInt8]) -> Bool) { self.take = take }
}
