import Kernel
import Outbox

/// The location of a group.
package struct GroupPlace: Hashable, Sendable, Codable {
    package let id: Identifier<Group>
    /// The folder, or the address of a database after `postgres:`.
    package let path: String

    package init(id: Identifier<Group>, path: String) {
        self.id = id
        self.path = path
    }
}

/// The result of joining with a code.
package struct GroupEntry: Hashable, Sendable {
    package let place: GroupPlace
    /// Whether the call gave the person access. It is false for a member whose access was intact.
    package let isNew: Bool

    package init(_ place: GroupPlace, isNew: Bool) {
        self.place = place
        self.isNew = isNew
    }
}

/// One person's access to the locations of groups. Opening never creates anything.
package struct GroupAccess: Sendable {
    /// Creates a group in a location without one, with the caller as its owner.
    ///
    /// Throws `groupExists`, `groupPlaceTaken`, and the errors of an invalid name.
    package let create: @Sendable (_ place: String, _ name: String, _ founder: String) throws -> GroupPlace
    /// Creates a group for another person and returns the code that admits its owner. Throws as
    /// `create`.
    package let prepare: @Sendable (_ place: String, _ name: String) throws -> String
    /// Updates every group of the feature in a location to this program's policy and returns the
    /// names of the groups that were outdated.
    ///
    /// In a database, only its administrator may call it. Elsewhere there is nothing to do. Throws
    /// as `create`.
    package let updatePolicies: @Sendable (_ place: String) throws -> [String]
    /// Joins with a code.
    ///
    /// A member who lost the login receives a new one with any code of the group, without using it
    /// up or changing the membership. `check` inspects the location before it receives any
    /// data of the person. Throws the errors of `check`, `invitationUnknown`, `invitationUsedUp`,
    /// `invitationOver`, `groupFull`, `memberTwice` for another person's id, and as `open`.
    package let checkedJoin:
        @Sendable (_ place: String, _ code: String, _ name: String, _ check: (GroupPlace) throws -> Void) throws ->
            GroupEntry
    /// Opens the location of a group and checks that it contains the expected one.
    ///
    /// Throws `groupUnreachable`, `groupEmptied`, `groupForeign`, `groupSilent`, `groupNewer` and
    /// `groupDamaged`, all of kind `temporary`. The first call on the session reports a missing
    /// membership.
    package let open: @Sendable (_ place: GroupPlace, _ waitLimit: WaitLimit) throws -> any GroupSession
    /// Repairs a damaged folder by keeping all readable data. Throws `groupPlaceTaken` for a
    /// database, and as `open`.
    ///
    /// - Returns: the losses and actions as sentences, or nothing if there is no damage.
    package let repair: @Sendable (_ place: GroupPlace) throws -> [String]
    /// Deletes data that only members need, such as the login of a group that the person has left.
    package let forget: @Sendable (_ group: Identifier<Group>) throws -> Void
    /// Runs a closure while no other process of this person delivers. It returns false if another
    /// process delivered all the time.
    package let withDeliveryLock: @Sendable (_ waitLimit: WaitLimit, _ body: () throws -> Void) throws -> Bool

    package init(
        create: @escaping @Sendable (String, String, String) throws -> GroupPlace,
        prepare: @escaping @Sendable (String, String) throws -> String = { path, _ in
            throw Failure.groupNotPrepared(path)
        },
        updatePolicies: @escaping @Sendable (String) throws -> [String] = { path in throw Failure.groupNotRenewed(path)
        },
        checkedJoin: @escaping @Sendable (String, String, String, (GroupPlace) throws -> Void) throws -> GroupEntry,
        open: @escaping @Sendable (GroupPlace, WaitLimit) throws -> any GroupSession,
        repair: @escaping @Sendable (GroupPlace) throws -> [String] = { place in
            throw Failure.groupNotRepaired(place.path)
        },
        forget: @escaping @Sendable (Identifier<Group>) throws -> Void = { _ in },
        withDeliveryLock: @escaping @Sendable (WaitLimit, () throws -> Void) throws -> Bool = { _, body in
            try body()
            return true
        }
    ) {
        self.create = create
        self.prepare = prepare
        self.updatePolicies = updatePolicies
        self.checkedJoin = checkedJoin
        self.open = open
        self.repair = repair
        self.forget = forget
        self.withDeliveryLock = withDeliveryLock
    }

    /// Joins with a code without a check of the location.
    package func join(_ place: String, _ code: String, _ name: String) throws -> GroupEntry {
        try checkedJoin(place, code, name) { _ in }
    }

    /// Creates access to groups in stores, each at a path.
    ///
    /// - Parameters:
    ///   - make: creates a store at a path, or throws if the path is in use.
    ///   - open: opens the store at a path, or throws if there is none.
    package static func stored(
        _ policy: GroupPolicy, for person: GroupPerson, make: @escaping @Sendable (_ path: String) throws -> any Store,
        open: @escaping @Sendable (_ path: String, _ waitLimit: WaitLimit) throws -> any Store
    ) -> GroupAccess {
        let groupSession: @Sendable (any Store) throws -> StoredGroupSession = { store in
            try StoredGroupSession(store, policy, for: person)
        }
        return GroupAccess(
            create: { path, name, founder in
                // Checked first, so that an invalid name leaves no empty location.
                _ = try (
                    GroupTextRules.name.validated(name, "The name"), GroupTextRules.name.validated(founder, "Your name")
                )
                let groupSession = try groupSession(make(path))
                do {
                    return GroupPlace(
                        id: try groupSession.create(person.ids.next(), called: name, by: founder).id, path: path)
                } catch let failure as Failure where failure.code == .groupExists {
                    // The caller is the only member, so an interrupted call has just created this
                    // group.
                    guard let people = try? groupSession.members(), people.count == 1 else { throw failure }
                    return GroupPlace(id: try groupSession.group().id, path: path)
                }
            },
            checkedJoin: { path, code, name, check in
                let groupSession = try groupSession(open(path, .userInitiated))
                let place = GroupPlace(id: try groupSession.group().id, path: path)
                try check(place)
                let wasMember = (try? groupSession.me()) != nil
                _ = try groupSession.join(by: code, as: name)
                return GroupEntry(place, isNew: !wasMember)
            },
            open: { place, waitLimit in
                let groupSession = try groupSession(open(place.path, waitLimit))
                guard try groupSession.group().id == place.id else { throw Failure.groupForeign(place.path) }
                return groupSession
            })
    }
}

extension Failure {
    /// Returns the failure of preparing a group outside a database.
    package static func groupNotPrepared(_ path: String) -> Failure {
        Failure(
            .groupPlaceTaken, "\(path) is not a database: its leader creates it.",
            advice: "A database is named as postgres:URL.", kind: .usage)
    }

    /// Returns the failure of updating the policy outside a database, which alone stores one.
    package static func groupNotRenewed(_ path: String) -> Failure {
        Failure(
            .groupPlaceTaken, "\(path) is no database, so there is nothing to renew.",
            advice: "In a folder, every program uses its own rules.", kind: .usage)
    }

    /// Returns the failure of repairing a database, because a program can repair only folders.
    package static func groupNotRepaired(_ path: String) -> Failure {
        Failure(
            .groupPlaceTaken, "\(path) is no folder, so there is nothing to repair.",
            advice: "The administrator of a database repairs it.", kind: .usage)
    }

    /// Returns the failure of a damaged location.
    ///
    /// The program reads nothing from it, because lost data would look as if they had never
    /// existed.
    package static func groupDamaged(_ path: String, _ damage: String, _ wording: GroupTerminology) -> Failure {
        let repair = wording.command("repair")
        return Failure(
            .groupDamaged, "The shared data in \(path) are damaged. \(damage)",
            advice: "Restore the folder from a copy, or keep the readable part: \(repair).",
            kind: .temporary)
    }

    /// Returns the temporary failure of an unreachable location.
    package static func groupUnreachable(_ path: String, _ reason: String = "") -> Failure {
        .unreachable(.groupUnreachable, path, reason, advice: "If it has moved, name the new place.")
    }

    /// Returns the failure of a location without its group.
    package static func groupEmptied(_ path: String) -> Failure {
        Failure(
            .groupEmptied, "Nothing is shared in \(path) any more.",
            advice: "Put it back from a copy, or name its new place.", kind: .temporary)
    }

    /// Returns the failure of a location with another group.
    package static func groupForeign(_ path: String) -> Failure {
        Failure(
            .groupForeign, "\(path) contains a different group, not yours.", advice: "Name the place of yours.",
            kind: .temporary)
    }

    /// Returns the failure of a location that claims to contain a group known at another location.
    static func groupElsewhere(_ name: String, _ known: String, _ path: String) -> Failure {
        Failure(
            .groupElsewhere,
            "You are in “\(name)” already, and it lies in \(known). What lies in \(path) says that it is the same.",
            advice:
                "If it has moved there, name its new place; if you were removed from it, leave it with --forget first. Otherwise do not trust who sent you this.",
            kind: .usage)
    }

    /// Returns the failure of a location that does not respond.
    package static func groupSilent(_ path: String) -> Failure { .silent(.groupSilent, path) }

    /// Returns the failure of a location with a group of another feature.
    static func groupOfOther(_ purpose: String) -> Failure {
        Failure(
            .groupForeign, "That place belongs to another app (\(purpose)).", advice: "Name the place of yours.",
            kind: .temporary)
    }

    /// Returns the failure of a group that a newer program has changed.
    package static func groupNewer(_ name: String) -> Failure {
        Failure(
            .groupNewer, "The group “\(name)” was made by a newer version of this program.", advice: "Update the app.",
            kind: .temporary
        )
    }
}
