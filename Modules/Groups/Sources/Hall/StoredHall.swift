import Kernel

/// A group's place in any store that its members share: a folder, or memory. It believes the program that asks, so a folder is for people who
/// trust each other.
public struct StoredHall: GroupHall {
    let store: any Store
    let statutes: Statutes
    let key: MemberKey
    let time: TimeSource
    let chance: @Sendable () -> [UInt8]

    /// The place of a group in a store, as whoever has the key sees it.
    ///
    /// - Parameters:
    ///   - chance: 32 bytes for each code.
    public init(
        _ store: any Store, _ statutes: Statutes, key: MemberKey, time: TimeSource, chance: @escaping @Sendable () -> [UInt8]
    ) {
        (self.store, self.statutes, self.key, self.time, self.chance) = (store, statutes, key, time, chance)
    }

    /// The same for whoever the person's key is; made where there is none.
    package init(_ store: any Store, _ statutes: Statutes, for person: GroupPerson) throws {
        self.init(store, statutes, key: try person.keys.obtain(), time: person.time, chance: person.chance)
    }

    /// Every kind of record that a group's place holds.
    public static var collections: [any StoredCollection] {
        [Group.collection, Member.collection, Guardianship.collection, GroupInvitation.collection, StoredPaper.collection]
    }

    /// Founds a group in a store in which there is none; whoever has the key looks after it.
    ///
    /// - Throws: `groupExists`; `emptyText`, `textTooLong`, `controlCharacters`.
    public func found(_ id: Identifier<Group>, called name: String, by founder: String) throws -> Group {
        let group = Group(
            id: id, name: try GroupWording.name.kept(name, "The name"), purpose: statutes.purpose, foundedAt: time.now(),
            statutes: statutes.version)
        let member = Member(
            id: key.member(of: id), name: try GroupWording.name.kept(founder, "Your name"), role: statutes.keeper,
            joined: time.today(), cameAt: time.now())
        return try store.write { transaction in
            guard try transaction.first(Selection<Group>.all) == nil else { throw Failure.groupExists }
            try transaction.put(group)
            try transaction.put(member)
            return group
        }
    }

    /// No more people are in one group.
    package static let mostMembers = 1_000

    /// Comes in by a code. Whoever is in already stays what they are, and spends nothing.
    ///
    /// - Throws: `invitationUnknown`, `invitationUsedUp`, `invitationOver`, `groupFull`, and what is wrong with the name.
    public func enter(by code: String, as name: String) throws -> Member {
        let name = try GroupWording.name.kept(name, "Your name")
        return try store.write { transaction in
            let group = try HallUnit.group(transaction.unit, statutes)
            guard var invitation = try transaction.record(GroupInvitation.id(of: code)) else { throw Failure.invitationUnknown }
            let id = key.member(of: group.id)
            if let known = try transaction.record(id), known.isHere { return known }
            guard invitation.left > 0 else { throw Failure.invitationUsedUp }
            if let until = invitation.until, until < time.today() { throw Failure.invitationOver(until) }
            let present = try transaction.records(Member.byJoining.all).count(where: \.isHere)
            guard present < StoredHall.mostMembers else { throw Failure.groupFull }
            invitation.left -= 1
            let member = Member(id: id, name: name, role: invitation.role, joined: time.today(), cameAt: time.now())
            try transaction.put(invitation)
            try transaction.put(member)
            return member
        }
    }

    /// The one group of the store.
    public func group() throws -> Group { try store.read { try HallUnit.group($0.unit, statutes) } }

    func looking<Value>(_ body: (HallUnit) throws -> Value) throws -> Value {
        try store.read { try body(HallUnit($0.unit, self)) }
    }

    func changing<Value>(_ body: (HallUnit) throws -> Value) throws -> Value {
        try store.write { transaction in
            let unit = try HallUnit(transaction.unit, self)
            try unit.raise()
            return try body(unit)
        }
    }
}

/// What texts of a group must be before others see them.
package enum GroupWording {
    package static let name = TypedText(upTo: 60, .joined)
    package static let consent = TypedText(upTo: 400, .joined)
}

extension Failure {
    package static let groupExists = Failure(
        .groupExists, "Something is shared there already.", advice: "Join it with a code, or name another place.")
}
