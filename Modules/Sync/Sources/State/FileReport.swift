import Kernel

/// What a round of files has done.
public struct FileReport: Hashable, Sendable {
    /// Files that lie whole in the place now and did not before.
    public var sent = 0
    /// Files that lie whole on this device now and did not before.
    public var received = 0
    /// Files that are still to leave or to come.
    public var waiting = 0
    /// Bytes that left, sealed.
    public var bytesSent = 0
    /// Bytes that came, sealed.
    public var bytesReceived = 0
    /// Files that were removed from the place because nothing names them any more.
    public var removed = 0
    /// What is wrong with single files; the others go on.
    public var troubles: [Failure] = []
    /// Why it ended early: the place is away, the program that seals is missing. What was done stays done.
    public var stopped: Failure?

    /// Of a round in which nothing happened.
    public init() {}
}
