import Kernel

/// Where a group is.
public struct GroupPlace: Hashable, Sendable, Codable {
    /// What the group is known by, wherever its place is.
    public let id: Identifier<Group>
    /// The folder, or the address of a database behind `postgres:`.
    public let path: String

    /// A group that is looked for there.
    public init(id: Identifier<Group>, path: String) { (self.id, self.path) = (id, path) }
}

/// What came of coming in by a code.
public struct GroupEntry: Hashable, Sendable {
    /// Where that is.
    public let place: GroupPlace
    /// Whether nobody could open it as this person before: false for whoever was in, and had lost nothing.
    public let isNew: Bool

    /// What an access tells.
    public init(_ place: GroupPlace, isNew: Bool) { (self.place, self.isNew) = (place, isNew) }
}

/// The way to the places of groups, for one person. Opening never makes anything.
public struct GroupAccess: Sendable {
    /// Founds a group in a place where there is none, with whoever asks as its keeper.
    ///
    /// Throws `groupExists`, `groupPlaceTaken`, and what is wrong with a name.
    public let found: @Sendable (_ place: String, _ name: String, _ founder: String) throws -> GroupPlace
    /// Makes a group in a place for somebody else, and gives the code that lets its keeper in. Throws as `found`.
    public let prepare: @Sendable (_ place: String, _ name: String) throws -> String
    /// Brings every group of the feature in a place to the statutes of this program, and names those that lacked something. In a database whoever
    /// administers it does that; elsewhere there is nothing to do. Throws as `found`.
    public let renew: @Sendable (_ place: String) throws -> [String]
    /// Comes in by a code. Whoever is in already, and has lost what opens it, gets that anew by any code of the group: it spends nothing, and changes
    /// nothing of them. Who lies there is judged before anything of the person is told. Throws what `judge` throws, `invitationUnknown`,
    /// `invitationUsedUp`, `invitationOver`, `groupFull`, `memberTwice` for another's id, and as `open`.
    public let entering:
        @Sendable (_ place: String, _ code: String, _ name: String, _ judge: (GroupPlace) throws -> Void) throws -> GroupEntry
    /// Opens a group's place, which must hold the one that is meant.
    ///
    /// Throws `groupUnreachable`, `groupEmptied`, `groupForeign`, `groupSilent`, `groupNewer`, `groupDamaged`, all of kind `temporary`. That somebody
    /// is no member is said by what they ask then.
    public let open: @Sendable (_ place: GroupPlace, _ patience: Patience) throws -> any GroupHall
    /// Goes on with what can be read of a group whose folder is damaged; nothing where nothing is. Throws `groupNotRepaired` for a database, and as
    /// `open`.
    ///
    /// - Returns: what was lost and what was done, in sentences.
    public let repair: @Sendable (_ place: GroupPlace) throws -> [String]
    /// Lets go of what only members need: the login of a group that was left.
    public let forget: @Sendable (_ group: Identifier<Group>) throws -> Void
    /// Does something while no other process of this person's delivers; false where one did so all the while.
    public let alone: @Sendable (_ patience: Patience, _ body: () throws -> Void) throws -> Bool

    /// A way from functions.
    public init(
        found: @escaping @Sendable (String, String, String) throws -> GroupPlace,
        prepare: @escaping @Sendable (String, String) throws -> String = { path, _ in throw Failure.groupNotPrepared(path) },
        renew: @escaping @Sendable (String) throws -> [String] = { path in throw Failure.groupNotRenewed(path) },
        enter: @escaping @Sendable (String, String, String, (GroupPlace) throws -> Void) throws -> GroupEntry,
        open: @escaping @Sendable (GroupPlace, Patience) throws -> any GroupHall,
        repair: @escaping @Sendable (GroupPlace) throws -> [String] = { place in throw Failure.groupNotRepaired(place.path) },
        forget: @escaping @Sendable (Identifier<Group>) throws -> Void = { _ in },
        alone: @escaping @Sendable (Patience, () throws -> Void) throws -> Bool = { _, body in
            try body()
            return true
        }
    ) {
        (self.found, self.prepare, self.renew, entering, self.open) = (found, prepare, renew, enter, open)
        (self.repair, self.forget, self.alone) = (repair, forget, alone)
    }

    /// The same for who comes for the first time.
    public func enter(_ place: String, _ code: String, _ name: String) throws -> GroupEntry {
        try entering(place, code, name) { _ in }
    }

    /// Groups in stores, each in one that a path names.
    ///
    /// - Parameters:
    ///   - make: a new store at a path; throws where something lies there already.
    ///   - open: the store at a path; throws where there is none.
    public static func stored(
        _ statutes: Statutes, for person: GroupPerson,
        make: @escaping @Sendable (_ path: String) throws -> any Store,
        open: @escaping @Sendable (_ path: String, _ patience: Patience) throws -> any Store
    ) -> GroupAccess {
        let hall: @Sendable (any Store) throws -> StoredHall = { store in
            try StoredHall(store, statutes, for: person)
        }
        return GroupAccess(
            found: { path, name, founder in
                // Judged before anything is made, so that a name which cannot be leaves no empty place behind.
                _ = try (GroupWording.name.kept(name, "The name"), GroupWording.name.kept(founder, "Your name"))
                let hall = try hall(make(path))
                do {
                    return GroupPlace(id: try hall.found(person.ids.next(), called: name, by: founder).id, path: path)
                } catch let failure as Failure where failure.code == .groupExists {
                    // One's own, in which nobody else is: founded a moment ago, and cut off before that was noted.
                    guard let people = try? hall.members(), people.count == 1 else { throw failure }
                    return GroupPlace(id: try hall.group().id, path: path)
                }
            },
            enter: { path, code, name, judge in
                let hall = try hall(open(path, .asked))
                let place = GroupPlace(id: try hall.group().id, path: path)
                try judge(place)
                let wasIn = (try? hall.me()) != nil
                _ = try hall.enter(by: code, as: name)
                return GroupEntry(place, isNew: !wasIn)
            },
            open: { place, patience in
                let hall = try hall(open(place.path, patience))
                guard try hall.group().id == place.id else { throw Failure.groupForeign(place.path) }
                return hall
            })
    }
}

extension Failure {
    /// Only a database is prepared for somebody else.
    public static func groupNotPrepared(_ path: String) -> Failure {
        Failure(
            .groupPlaceTaken, "\(path) is no database: whoever leads it makes it themselves.",
            advice: "A database is named as postgres:URL.", kind: .usage)
    }

    /// Only a database keeps a table of its own.
    public static func groupNotRenewed(_ path: String) -> Failure {
        Failure(
            .groupPlaceTaken, "\(path) is no database, so there is nothing to renew.",
            advice: "In a folder every program goes by its own rules.", kind: .usage)
    }

    /// Only a folder is repaired by a program.
    public static func groupNotRepaired(_ path: String) -> Failure {
        Failure(
            .groupPlaceTaken, "\(path) is no folder, so there is nothing to repair.",
            advice: "A database is looked after by whoever administers it.", kind: .usage)
    }

    /// Something of the place cannot be read. Nothing is read of it then, since whatever was lost would look as if it had never been.
    public static func groupDamaged(_ path: String, _ damage: String, _ wording: StatuteWording) -> Failure {
        let repair = wording.command("repair")
        return Failure(
            .groupDamaged, "What is shared in \(path) is damaged. \(damage)",
            advice: "Put the folder back from a copy, or go on with what can be read of it: \(repair).", kind: .temporary)
    }

    /// The place is away for now.
    public static func groupUnreachable(_ path: String, _ reason: String = "") -> Failure {
        Failure(
            .groupUnreachable, "\(path) cannot be reached now.\(reason.isEmpty ? "" : " " + reason)",
            advice: "If it has moved, name the new place.", kind: .temporary)
    }

    /// The place is there, and no group in it.
    public static func groupEmptied(_ path: String) -> Failure {
        Failure(
            .groupEmptied, "Nothing is shared in \(path), or no longer.",
            advice: "Put it back from a copy, or name its new place.",
            kind: .temporary)
    }

    /// The place holds another group.
    public static func groupForeign(_ path: String) -> Failure {
        Failure(
            .groupForeign, "What is shared in \(path) is not yours.", advice: "Name the place of yours.", kind: .temporary)
    }

    /// What lies there says that it is a group which is known to lie elsewhere.
    static func groupElsewhere(_ name: String, _ known: String, _ path: String) -> Failure {
        Failure(
            .groupElsewhere,
            "You are in “\(name)” already, and it lies in \(known). What lies in \(path) says that it is the same.",
            advice:
                "If it has moved there, name its new place; if you were removed from it, leave it with --forget first. Otherwise do not trust who sent you this.",
            kind: .usage)
    }

    /// The place does not answer.
    public static func groupSilent(_ path: String) -> Failure {
        Failure(
            .groupSilent, "\(path) does not answer.",
            advice: "Its disk or network may be stuck, or another program may be using it. Try again later.", kind: .temporary)
    }

    static func groupOfOther(_ purpose: String) -> Failure {
        Failure(
            .groupForeign, "What lies there is another app’s (\(purpose)).", advice: "Name the place of yours.",
            kind: .temporary)
    }

    package static func groupNewer(_ name: String) -> Failure {
        Failure(
            .groupNewer, "The group “\(name)” is of a newer version of this program.", advice: "Update the app.", kind: .temporary
        )
    }
}
