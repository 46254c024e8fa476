import Kernel

/// The way to the shared board, which may be away: a directory that vanished, or that can only be read.
public struct BoardAccess: Sendable {
    /// Which community it is: the directory's path.
    public let name: String
    /// Opens the board.
    ///
    /// `isKnown`: it was reached before, so that what is missing now is away and not new. `toWrite`: a new one may be made; otherwise what is
    /// not there yet is an empty board. Throws `communityUnreachable` and what the store throws.
    public let open: @Sendable (_ isKnown: Bool, _ toWrite: Bool) throws -> any CommunityBoard
    /// Rewrites the board's files without what nothing refers to any more; whether the name that is given stands nowhere in them then.
    /// Whoever may write the board may do it.
    public let compact: @Sendable (_ name: String) throws -> Bool

    /// A way to a board.
    public init(
        name: String, open: @escaping @Sendable (_ isKnown: Bool, _ toWrite: Bool) throws -> any CommunityBoard,
        compact: @escaping @Sendable (_ name: String) throws -> Bool = { _ in false }
    ) {
        (self.name, self.open, self.compact) = (name, open, compact)
    }
}

extension Failure {
    /// The community is away for now.
    public static func communityUnreachable(_ name: String) -> Failure {
        Failure(
            .communityUnreachable, "The community at \(name) cannot be reached now.",
            advice: "Nothing is lost: what you send waits on this device. Try again when the directory is back.", kind: .temporary
        )
    }
}
