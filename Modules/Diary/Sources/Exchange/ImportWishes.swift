import Kernel

/// What a person wishes of an import, beside what its source says.
public struct ImportWishes: Sendable {
    /// Whether a text that is too long for a note is cut; else its day is left out.
    public var isShortening = false
    /// Whether a day that has words and no photo gets its words painted as its photo; else it is left out.
    public var paintsCards = false
    /// Whether a photo that says no day belongs to the one on which its file was changed; else it is left out.
    public var usesFileTime = false
    /// Days of photos that say none, by the names of these.
    public var days: [String: Day] = [:]

    /// Nothing beside.
    public init() {}
}
