import Kernel

/// What is a person's own: taking it along, and having it forgotten.
extension Participation {
    /// Everything that the community and this device know of the person, as JSON.
    ///
    /// - Throws: `communityUnreachable`.
    public func exportMine() throws -> [UInt8] {
        let identity = try identities.load()
        let notes = try notebook.notes()
        let copy = OwnCopy(
            author: identity?.author, community: try belongings(),
            outbox: try outbox.entries(), sharesUsage: notes.sharesUsage, reviewPrompts: notes.reviewPrompts,
            hasReviewed: notes.hasReviewed)
        let encoder = JSONValue.encoder
        encoder.outputFormatting.insert(.prettyPrinted)
        return try Array(encoder.encode(copy)) + [UInt8(ascii: "\n")]
    }

    /// How much `forgetMe` would take away.
    public func belongings() throws -> BoardBelongings {
        try board(.asked).belongings(of: Actor(identity: identities.load()))
    }

    /// Removes everything of the person from the community and from this device, the identity last: cut off in between, it is done again.
    ///
    /// - Returns: how many records are gone, and whether old bytes of them still lie in the community's files, because these could not be
    ///   rewritten.
    /// - Throws: `communityUnreachable`; nothing is forgotten then.
    public func forgetMe() throws -> (records: Int, leavesOldBytes: Bool) {
        let identity = try identities.load()
        let gone = try identity.map { try board(.asked).forget(Actor(identity: $0)) } ?? 0
        try notebook.erase()
        // What was forgotten stays forgotten when the rewriting fails; only bytes are left then, and that is said. The identity goes after
        // it: who is cut off in between can ask again.
        let isClean = try? identity.map { try access.compact($0.author.rawValue) } ?? true
        _ = try? notebook.store.engine.maintain(.compact)
        try identities.forget()
        return (gone, isClean != true)
    }

    private struct OwnCopy: Encodable {
        let author: Author?
        let community: BoardBelongings
        let outbox: [OutboxEntry]
        let sharesUsage: Bool?
        let reviewPrompts: [Day]
        let hasReviewed: Bool
    }
}
