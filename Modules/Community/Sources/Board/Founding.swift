import Kernel

/// The beginning of a community.
extension RecordsBoard {
    /// Founds a community that nobody has founded: its developers are those with this actor's key, and TKDojang's nine items stand on its
    /// roadmap.
    ///
    /// - Throws: `notAllowed` for anybody but a developer.
    public func found(by actor: Actor, at now: Instant) throws {
        try write { records in
            let people = try People(actor, records)
            try people.require(.add, .charter)
            try records.found(people, at: now)
        }
    }
}

extension KeptRecords {
    /// Keeps the developers' mark and the nine items where nobody has founded the community yet.
    func found(_ people: People, at now: Instant) throws {
        guard people.charter == nil, let mark = people.actor.developerMark else { return }
        try people.require(.add, .charter)
        try keep(Charter(developerMark: mark, foundedAt: now))
        for item in FoundingRoadmap.items { try keep(item) }
    }
}
