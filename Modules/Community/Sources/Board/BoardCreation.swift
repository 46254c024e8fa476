import Kernel

/// The founding of a community.
extension RecordsBoard {
    package func bootstrap(by actor: Actor, at now: Instant) throws {
        try write { records in
            let people = try ActorContext(actor, records)
            try people.require(.add, .charter)
            try records.bootstrap(people, at: now)
        }
    }
}

extension MutableBoardRecords {
    /// Saves the developers' mark and the nine items if the community has no founder yet.
    func bootstrap(_ people: ActorContext, at now: Instant) throws {
        guard people.charter == nil, let mark = people.actor.developerKeyHash else { return }
        try people.require(.add, .charter)
        try keep(DeveloperCharter(developerMark: mark, foundedAt: now))
        for item in FoundingRoadmap.items { try keep(item) }
    }
}
