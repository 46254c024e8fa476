import Kernel

/// One person's part in the groups of a feature: found, join, look, send, leave. What waits and what was seen is in the app's own store.
public struct Membership: Sendable {
    /// The feature's table.
    public let statutes: Statutes
    let store: any Store
    let access: GroupAccess
    let person: GroupPerson
    var time: TimeSource { person.time }

    /// A person's part.
    ///
    /// - Parameter store: the app's own.
    public init(_ statutes: Statutes, store: any Store, access: GroupAccess, person: GroupPerson) {
        (self.statutes, self.store, self.access, self.person) = (statutes, store, access, person)
    }

    /// What this device keeps of groups. None of it travels to the person's other devices: a member is one device's key.
    public static var collections: [any StoredCollection] {
        [KnownGroup.collection, GroupCopy.collection, ReadPapers.collection, SeenGroup.collection, WaitingParcel.collection]
    }

    /// The groups that the person is in, in the order in which they came to them.
    public func groups() throws -> [KnownGroup] {
        try store.read { try $0.records(KnownGroup.byTime.all) }.filter { $0.purpose == statutes.purpose }
    }

    /// The one group that is meant: by its name or the beginning of its id; without one the only one there is.
    ///
    /// - Throws: `groupNotFound`; `namesSeveral`.
    public func group(_ typed: String? = nil) throws -> KnownGroup {
        let all = try groups()
        guard let typed else {
            guard let only = all.first else { throw Failure.inNoGroup(statutes.wording.group) }
            guard all.count == 1 else {
                throw Failure.severalGroups(all.map(\.name), statutes.wording.group, statutes.wording.option)
            }
            return only
        }
        let folded = typed.lowercased()
        let found = all.filter { $0.name.lowercased() == folded || $0.id.rawValue == folded }
        let near =
            found.isEmpty ? all.filter { $0.name.lowercased().hasPrefix(folded) || $0.id.rawValue.hasPrefix(folded) } : found
        guard let first = near.first else { throw Failure.groupNotFound(typed, all.map(\.name), statutes.wording.group) }
        guard near.count == 1 else {
            throw Failure.severalGroups(near.map { "\($0.name) (\($0.id))" }, statutes.wording.group, statutes.wording.option)
        }
        return first
    }

    /// Founds a group in a place in which there is none: a folder that the others reach, or a database behind `postgres:`.
    public func found(in path: String, called name: String, as founder: String) throws -> KnownGroup {
        let place = try access.found(path, name, founder)
        if try known(place.id) != nil { throw Failure.groupExists }
        return try know(place)
    }

    /// Makes a group in a database for somebody else, who looks after it; whoever makes it is not in it.
    ///
    /// - Returns: the code that lets its keeper in, once.
    public func prepare(in path: String, called name: String) throws -> String { try access.prepare(path, name) }

    /// Brings the groups of the feature in a database to the statutes of this program, for whoever administers it.
    ///
    /// - Returns: the names of those that lacked something.
    public func renew(in path: String) throws -> [String] { try access.renew(path) }

    /// Joins a group by a code. Somebody who was cut off on their way in, or has lost their login, comes in again by any code of it.
    ///
    /// - Throws: `memberTwice` for a group that is known here; `groupElsewhere` where it is known to lie in another place.
    public func join(_ path: String, code: String, as name: String) throws -> KnownGroup {
        let entry = try access.entering(path, code, name) { place in
            // Another's place may say whatever it likes of itself; and in a database it would learn by what somebody shows who they are.
            guard let known = try known(place.id), known.place != place else { return }
            throw Failure.groupElsewhere(known.name, known.place.path, place.path)
        }
        if !entry.isNew, try known(entry.place.id) != nil { throw Failure.memberTwice }
        return try know(entry.place)
    }

    /// Notes that a group has another place; it must be the same group.
    public func move(_ group: KnownGroup, to path: String) throws -> KnownGroup {
        _ = try access.open(GroupPlace(id: group.group, path: path), .asked).me()
        return try change(group) { $0.place = GroupPlace(id: group.group, path: path) }
    }

    /// Goes on with what can be read of a group whose folder is damaged.
    ///
    /// - Returns: what was lost and what was done, in sentences; nothing where nothing is damaged.
    /// - Throws: `groupPlaceTaken` for a database, and why it cannot be reached.
    public func repair(_ group: KnownGroup) throws -> [String] { try access.repair(group.place) }

    /// Leaves a group, and lets go of what this device keeps of it. What waits is sent before.
    ///
    /// - Returns: what went with the person.
    /// - Throws: `groupUnsent` while something of theirs waits still.
    public func leave(_ group: KnownGroup) throws -> [Paper] {
        let delivery = try deliver()
        let waits = try waits(for: group)
        let trouble = delivery.trouble[group.id]
        if waits > 0, trouble?.code != .notMember { throw Failure.groupUnsent(waits, trouble) }
        // Where nothing can be written, it is known before anything is gone.
        try change(group) { $0.silentUntil = nil }
        let gone: [Paper]
        // Whoever was removed has left already, and lets go of what is here.
        do { gone = try hall(of: group).leave() } catch let failure as Failure where failure.code == .notMember { gone = [] }
        try forget(group)
        return gone
    }

    /// Lets go of what this device keeps of a group that the person is in no longer: removed, or gone with its place. What was refused is told still.
    ///
    /// - Returns: how much waited to be sent, and is gone.
    @discardableResult
    public func forget(_ group: KnownGroup) throws -> Int {
        try access.forget(group.group)
        return try store.write { transaction in
            let waiting = try transaction.records(WaitingParcel.waiting.all).filter { $0.group == group.id }
            for parcel in waiting { try transaction.delete(parcel.id) }
            try transaction.delete(Identifier<GroupCopy>(group.id.rawValue))
            try transaction.delete(Identifier<ReadPapers>(group.id.rawValue))
            try transaction.delete(Identifier<SeenGroup>(group.id.rawValue))
            try transaction.delete(group.id)
            return waiting.count
        }
    }

    /// How much waits to be sent to a group.
    public func waits(for group: KnownGroup) throws -> Int { try waiting().count { $0.group == group.id } }

    /// A paper in one's own name, or in that of somebody for whom one acts, with an id of its own and the stamps of this device.
    public func paper(
        _ kind: String, by author: Identifier<Member>, about: Identifier<Member>? = nil,
        answers: Identifier<Paper>? = nil,
        for audience: Audience, content: [UInt8]
    ) -> Paper {
        Paper(
            id: person.ids.next(), kind: kind, author: author, about: about, answers: answers, audience: audience,
            content: content, writtenAt: time.now(), day: time.today())
    }

    @discardableResult
    func change(_ group: KnownGroup, _ change: (inout KnownGroup) -> Void) throws -> KnownGroup {
        try store.write { transaction in
            // One that was let go of meanwhile does not come back by it.
            let kept = try transaction.record(group.id)
            var known = kept ?? group
            change(&known)
            if kept != nil { try transaction.put(known) }
            return known
        }
    }

    private func known(_ group: Identifier<Group>) throws -> KnownGroup? {
        try store.read { try $0.record(Identifier<KnownGroup>(group.rawValue)) }
    }

    private func know(_ place: GroupPlace) throws -> KnownGroup {
        let hall = try access.open(place, .asked)
        let group = try hall.group()
        let known = KnownGroup(group, at: place, me: try person.keys.obtain().member(of: group.id), since: time.now())
        try store.write { try $0.put(known) }
        // For when the place is away before anybody has looked; that it cannot be had now undoes nothing.
        if let view = try? GroupView(hall) { try? keep(view, of: known) }
        return known
    }
}

extension Failure {
    static func groupUnsent(_ count: Int, _ trouble: Failure?) -> Failure {
        Failure(
            .groupUnsent,
            "\(count == 1 ? "1 thing" : "\(count) things") that you wrote could not be sent yet.\(trouble.map { " " + $0.message } ?? "")",
            advice: "Try again later; leaving now would lose that.", kind: .temporary)
    }

    static func inNoGroup(_ noun: String) -> Failure {
        Failure(
            .groupNotFound, "You are in no \(noun) yet.",
            advice: "Found one, or join one with the code that somebody gives you.")
    }

    static func groupNotFound(_ typed: String, _ names: [String], _ noun: String) -> Failure {
        Failure(
            .groupNotFound, "You are in no \(noun) called “\(typed)”.",
            advice: names.isEmpty ? "Found one, or join one." : "Yours: \(names.joined(separator: ", ")).", absent: typed)
    }

    static func severalGroups(_ names: [String], _ noun: String, _ option: String) -> Failure {
        Failure(
            .namesSeveral, "You are in more than one \(noun): \(names.joined(separator: ", ")).",
            advice: "Name one with \(option) NAME.",
            kind: .usage)
    }
}
