import Kernel

/// A file that this device's records name.
public struct TravellingFile: Hashable, Sendable {
    /// Where it lies; it means the same on every device.
    public let path: String
    /// What goes first: 0 for thumbnails and what else is wanted soon. Within one order the smaller goes first.
    public let order: Int

    /// A file at a path.
    public init(path: String, order: Int = 1) { (self.path, self.order) = (path, order) }
}

/// Which files travel, as the app's features know it.
public struct TravellingFiles: Sendable {
    /// Every file that a live record names, of what is not switched off.
    let named: @Sendable () throws -> [TravellingFile]
    /// Whether this device would name such a path if anybody did: not for what is switched off here, and not for what another app keeps.
    let judges: @Sendable (_ path: String) -> Bool

    /// Two questions to the app.
    public init(
        named: @escaping @Sendable () throws -> [TravellingFile], judges: @escaping @Sendable (_ path: String) -> Bool
    ) {
        (self.named, self.judges) = (named, judges)
    }
}

/// How much one round of files may do, so that records never wait for it. At least one part goes each time.
public struct FileLimits: Sendable {
    /// About how many bytes go through the link; nil for all.
    public var bytes: Int?
    /// Until when; nil for as long as it takes.
    public var until: Instant?

    /// Limits of a round.
    public init(bytes: Int? = nil, until: Instant? = nil) { (self.bytes, self.until) = (bytes, until) }
}

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
