/// A source of input that is produced while a program runs, such as a sound that plays for as long
/// as needed.
package struct Feed: Sendable {
    /// The next part of the input.
    package enum Portion: Sendable {
        case bytes([UInt8])
        /// No data for this many milliseconds.
        case later(Int32)
        case end
    }

    /// The next portion, requested on a separate thread whenever the program can read more.
    let next: @Sendable () -> Portion

    package init(_ next: @escaping @Sendable () -> Portion) { self.next = next }
}

/// A consumer of a captured program's output as it arrives, for output too large to collect, such
/// as a downloaded file.
package struct Sink: Sendable {
    /// A function called on the thread that runs the program.
    let consume: @Sendable (_ bytes: [UInt8]) -> Bool

    /// Creates a sink from a function.
    ///
    /// - Parameter take: A function that takes the bytes. It returns false to end the program,
    ///   which then counts as `truncated`.
    package init(_ take: @escaping @Sendable (_ bytes: [UInt8]) -> Bool) { self.consume = take }
}
