import Kernel

// Who acts for whom in a group whose place is a store.
extension StoredHall {
    /// The guardianships that they are part of, or all of them.
    public func guardianships() throws -> [Guardianship] {
        try looking { unit in
            let all = try unit.unit.transaction.records(Selection<Guardianship>.all)
            let seesAll = statutes.allows(unit.me.role, .write, Matter.guardianship, [.all])
            return all.filter { seesAll || $0.guardian == unit.me.id || $0.ward == unit.me.id }
        }
    }

    /// Notes who acts for whom, where the statutes let them.
    public func consent(that guardian: Identifier<Member>, actsFor ward: Identifier<Member>, to what: String) throws {
        let what = try GroupWording.consent.kept(what, "The consent")
        try changing { unit in
            _ = try (unit.here(guardian), unit.here(ward))
            try unit.require(.write, Matter.guardianship, unit.standing(guardian, ward))
            guard guardian != ward else { throw statutes.refusal(.write, Matter.guardianship, unit.me.role) }
            try unit.unit.transaction.put(
                Guardianship(guardian: guardian, ward: ward, consent: what, notedBy: unit.me.id, since: time.today()))
        }
    }

    /// Ends that; the record stays.
    public func withdrawConsent(_ id: Identifier<Guardianship>) throws {
        try changing { unit in
            guard var bond = try unit.unit.transaction.record(id) else { throw Failure.guardianshipNotFound(id) }
            try unit.require(.withdraw, Matter.guardianship, unit.standing(bond.guardian, bond.ward))
            guard bond.holds else { return }
            bond.withdrawn = time.today()
            try unit.unit.transaction.put(bond)
        }
    }
}

extension HallUnit {
    fileprivate func standing(_ guardian: Identifier<Member>, _ ward: Identifier<Member>) -> Set<Reach> {
        var reaches: Set<Reach> = [.all]
        if guardian == me.id { reaches.insert(.own) }
        if ward == me.id { reaches.insert(.aboutMe) }
        return reaches
    }
}
