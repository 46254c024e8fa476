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
