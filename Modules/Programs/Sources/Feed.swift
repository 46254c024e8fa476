/// What a program reads while it is being made: a sound as long as it is heard.
public struct Feed: Sendable {
    /// What there is now.
    public enum Portion: Sendable {
        /// To be written next.
        case bytes([UInt8])
        /// Nothing before so many milliseconds.
        case later(Int32)
        /// Nothing any more.
        case end
    }

    /// Asked on a thread of its own, whenever the program would read more.
    let next: @Sendable () -> Portion

    /// A feed from a function.
    public init(_ next: @escaping @Sendable () -> Portion) { self.next = next }
}

/// What takes the output of a captured program as it comes, where it is too much to be collected: a file that is fetched.
public struct Sink: Sendable {
    /// Called on the thread that runs the program.
    let take: @Sendable (_ bytes: [UInt8]) -> Bool

    /// A sink from a function.
    ///
    /// - Parameter take: takes what came; false when no more is wanted, by which the program ends and counts as cut off (`truncated`).
    public init(_ take: @escaping @Sendable (_ bytes: [UInt8]) -> Bool) { self.take = take }
}
