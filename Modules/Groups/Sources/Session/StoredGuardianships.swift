import Kernel

// Guardianships of a group in a store.
extension StoredGroupSession {
    package func guardianships() throws -> [Guardianship] {
        try readGroup { unit in
            let all = try unit.unit.transaction.records(Selection<Guardianship>.all)
            let seesAll = policy.allows(unit.me.role, .write, GroupResource.guardianship, [.all])
            return all.filter { seesAll || $0.guardian == unit.me.id || $0.ward == unit.me.id }
        }
    }

    package func consent(that guardian: Identifier<Member>, actsFor ward: Identifier<Member>, to what: String) throws {
        let what = try GroupTextRules.consent.validated(what, "The consent")
        try changeGroup { unit in
            _ = try (unit.presentMember(guardian), unit.presentMember(ward))
            try unit.require(.write, GroupResource.guardianship, unit.guardianshipRelations(guardian, ward))
            guard guardian != ward else { throw policy.refusal(.write, GroupResource.guardianship, unit.me.role) }
            try unit.unit.transaction.put(
                Guardianship(guardian: guardian, ward: ward, consent: what, notedBy: unit.me.id, since: time.today()))
        }
    }

    package func withdrawConsent(_ id: Identifier<Guardianship>) throws {
        try changeGroup { unit in
            guard var bond = try unit.unit.transaction.record(id) else { throw Failure.guardianshipNotFound(id) }
            try unit.require(
                .withdraw, GroupResource.guardianship, unit.guardianshipRelations(bond.guardian, bond.ward))
            guard bond.isValid else { return }
            bond.withdrawn = time.today()
            try unit.unit.transaction.put(bond)
        }
    }
}

extension GroupTransaction {
    fileprivate func guardianshipRelations(_ guardian: Identifier<Member>, _ ward: Identifier<Member>) -> Set<Relation>
    {
        var relations: Set<Relation> = [.all]
        if guardian == me.id { relations.insert(.own) }
        if ward == me.id { relations.insert(.aboutMe) }
        return relations
    }
}
