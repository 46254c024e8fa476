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
