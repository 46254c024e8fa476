import Kernel

// Guardianships of a group in a store.
extension StoredGroupSession {
    package func guardianships() throws -> [Guardianship] {
        try readGroup { group in
            let all = try group.unit.transaction.records(Selection<Guardianship>.all)
            let seesAll = policy.allows(group.me.role, .write, GroupResource.guardianship, [.all])
            return all.filter { seesAll || $0.guardian == group.me.id || $0.ward == group.me.id }
        }
    }

    package func consent(that guardian: Identifier<Member>, actsFor ward: Identifier<Member>, to text: String) throws {
        let text = try GroupTextRules.consent.validated(text, "The consent")
        try changeGroup { group in
            _ = try (group.presentMember(guardian), group.presentMember(ward))
            try group.require(.write, GroupResource.guardianship, group.guardianshipRelations(guardian, ward))
            guard guardian != ward else { throw policy.refusal(.write, GroupResource.guardianship, group.me.role) }
            try group.unit.transaction.put(
                Guardianship(guardian: guardian, ward: ward, consent: text, notedBy: group.me.id, since: time.today()))
        }
    }

    package func withdrawConsent(_ id: Identifier<Guardianship>) throws {
        try changeGroup { group in
            guard var guardianship = try group.unit.transaction.record(id) else {
                throw Failure.guardianshipNotFound(id)
            }
            try group.require(
                .withdraw, GroupResource.guardianship,
                group.guardianshipRelations(guardianship.guardian, guardianship.ward))
            guard guardianship.isValid else { return }
            guardianship.withdrawn = time.today()
            try group.unit.transaction.put(guardianship)
        }
    }
}

extension GroupTransaction {
    /// Returns the caller's relations to a guardianship of two members.
    fileprivate func guardianshipRelations(_ guardian: Identifier<Member>, _ ward: Identifier<Member>) -> Set<Relation>
    {
        var relations: Set<Relation> = [.all]
        if guardian == me.id { relations.insert(.own) }
        if ward == me.id { relations.insert(.aboutMe) }
        return relations
    }
}
