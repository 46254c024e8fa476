import Kernel

/// The export and erasure of a person's data.
extension CommunityClient {
    /// Returns all data of the person from the community and this device, as JSON.
    ///
    /// - Throws: `communityUnreachable`.
    package func exportMine() throws -> [UInt8] {
        let identity = try identities.load()
        let notes = try notebook.notes()
        let copy = OwnCopy(
            author: identity?.author, community: try personalData(),
            outbox: try outbox.items(), sharesUsage: notes.sharesUsage, reviewPrompts: notes.reviewPrompts,
            hasReviewed: notes.hasReviewed)
        let encoder = JSONValue.encoder
        encoder.outputFormatting.insert(.prettyPrinted)
        return try Array(encoder.encode(copy)) + [UInt8(ascii: "\n")]
    }

    /// Returns the data that `forgetMe` would delete.
    package func personalData() throws -> PersonalData {
        try board(.userInitiated).personalData(of: Actor(identity: identities.load()))
    }

    /// Deletes all data of the person from the community and this device, and the identity last. If
    /// it is interrupted, call it again.
    ///
    /// - Returns: the number of deleted records, and whether the community's files keep old bytes
    ///   because they could not be rewritten.
    /// - Throws: `communityUnreachable`, in which case nothing is deleted.
    package func forgetMe() throws -> (records: Int, leavesOldBytes: Bool) {
        let identity = try identities.load()
        let removedCount = try identity.map { try board(.userInitiated).forget(Actor(identity: $0)) } ?? 0
        try notebook.erase()
        // The erasure holds even if the rewrite fails. The result then reports remaining bytes. The
        // identity goes last, so that an interrupted caller can repeat.
        let isClean = try? identity.map { try access.compact($0.author.rawValue) } ?? true
        _ = try? notebook.store.engine.maintain(.compact)
        try identities.forget()
        return (removedCount, isClean != true)
    }

    /// The exported data, with names that stay the same.
    private struct OwnCopy: Encodable {
        let author: Author?
        let community: PersonalData
        let outbox: [OutboxEntry]
        let sharesUsage: Bool?
        let reviewPrompts: [Day]
        let hasReviewed: Bool
    }
}
