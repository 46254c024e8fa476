import Kernel

/// The founding of a community.
extension RecordsBoard {
    /// Founds the community: saves the developers' mark and TKDojang's nine roadmap items.
    ///
    /// - Throws: `notAllowed` unless the actor is a developer.
    package func bootstrap(by actor: Actor, at now: Instant) throws {
        try write { records in
            let context = try ActorContext(actor, records)
            try context.require(.add, .charter)
            try records.bootstrap(context, at: now)
        }
    }
}

extension MutableBoardRecords {
    /// Saves the developers' mark and the nine items unless the community already has a charter.
    func bootstrap(_ context: ActorContext, at now: Instant) throws {
        guard context.charter == nil, let mark = context.actor.developerKeyHash else { return }
        try context.require(.add, .charter)
        try keep(DeveloperCharter(developerMark: mark, foundedAt: now))
        for item in FoundingRoadmap.items { try keep(item) }
    }
}
