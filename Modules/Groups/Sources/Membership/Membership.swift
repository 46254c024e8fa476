import Kernel

/// One person's membership in the groups of a feature. The outbox and snapshots are in the app's
/// own store.
package struct Membership: Sendable {
    package let policy: GroupPolicy
    let store: any Store
    let access: GroupAccess
    let person: GroupPerson
    var time: TimeSource { person.time }

    /// Creates a person's membership.
    ///
    /// - Parameter store: the app's own store.
    package init(_ policy: GroupPolicy, store: any Store, access: GroupAccess, person: GroupPerson) {
        self.policy = policy
        self.store = store
        self.access = access
        self.person = person
    }

    /// The kinds of record about groups on this device. They are never synced, because a member is
    /// the key of one device.
    package static var collections: [any StoredCollection] {
        [
            KnownGroup.collection, GroupCopy.collection, ReadPosts.collection, SnapshotFingerprint.collection,
            WaitingSubmission.collection,
        ]
    }

    /// Returns the person's groups in order of joining.
    package func groups() throws -> [KnownGroup] {
        try store.read { try $0.records(KnownGroup.byTime.all) }.filter { $0.purpose == policy.purpose }
    }

    /// Returns the group with a name or a prefix of an id, or the only group if nothing is given.
    ///
    /// - Throws: `groupNotFound`, `namesSeveral`.
    package func group(_ typed: String? = nil) throws -> KnownGroup {
        let all = try groups()
        guard let typed else {
            guard let only = all.first else { throw Failure.inNoGroup(policy.wording.group) }
            guard all.count == 1 else {
                throw Failure.severalGroups(all.map(\.name), policy.wording.group, policy.wording.option)
            }
            return only
        }
        let folded = typed.lowercased()
        let exactMatches = all.filter { $0.name.lowercased() == folded || $0.id.rawValue == folded }
        let matches =
            exactMatches.isEmpty
            ? all.filter { $0.name.lowercased().hasPrefix(folded) || $0.id.rawValue.hasPrefix(folded) } : exactMatches
        guard let first = matches.first else {
            throw Failure.groupNotFound(typed, all.map(\.name), policy.wording.group)
        }
        guard matches.count == 1 else {
            throw Failure.severalGroups(
                matches.map { "\($0.name) (\($0.id))" }, policy.wording.group, policy.wording.option)
        }
        return first
    }

    /// Founds a group in a location without one: a shared folder, or a database with `postgres:`.
    package func create(in path: String, called name: String, as founder: String) throws -> KnownGroup {
        let place = try access.create(path, name, founder)
        if try savedGroup(place.id) != nil { throw Failure.groupExists }
        return try saveJoinedGroup(place)
    }

    /// Creates a group in a database for another owner. The caller is not a member.
    ///
    /// - Returns: the code that admits the owner once.
    package func prepare(in path: String, called name: String) throws -> String { try access.prepare(path, name) }

    /// Updates the feature's groups in a database to this program's policy, as its administrator.
    ///
    /// - Returns: the names of the outdated groups.
    package func updatePolicies(in path: String) throws -> [String] { try access.updatePolicies(path) }

    /// Joins a group with a code. After an interruption or a lost login, any code of the group
    /// restores access.
    ///
    /// - Throws: `memberTwice` for a group that is known here, `groupElsewhere` if it is known at
    ///   another location.
    package func join(_ path: String, code: String, as name: String) throws -> KnownGroup {
        let entry = try access.checkedJoin(path, code, name) { place in
            // A foreign location may claim any identity, and a foreign database would learn the
            // person's proof.
            guard let known = try savedGroup(place.id), known.place != place else { return }
            throw Failure.groupElsewhere(known.name, known.place.path, place.path)
        }
        if !entry.isNew, try savedGroup(entry.place.id) != nil { throw Failure.memberTwice }
        return try saveJoinedGroup(entry.place)
    }

    /// Records a new location of a group, which must contain the same group.
    package func move(_ group: KnownGroup, to path: String) throws -> KnownGroup {
        _ = try access.open(GroupPlace(id: group.group, path: path), .userInitiated).me()
        return try change(group) { $0.place = GroupPlace(id: group.group, path: path) }
    }

    /// Repairs a damaged folder by keeping all readable data.
    ///
    /// - Returns: the losses and actions as sentences, or nothing if there is no damage.
    /// - Throws: `groupPlaceTaken` for a database, and the reason if the group is unreachable.
    package func repair(_ group: KnownGroup) throws -> [String] { try access.repair(group.place) }

    /// Sends the outbox, leaves a group and deletes this device's data about it.
    ///
    /// - Returns: the posts deleted with the membership.
    /// - Throws: `groupUnsent` while a submission of the person still waits.
    package func leave(_ group: KnownGroup) throws -> [Post] {
        let delivery = try deliver()
        let waitingCount = try waitingCount(for: group)
        let trouble = delivery.trouble[group.id]
        if waitingCount > 0, trouble?.code != .notMember { throw Failure.groupUnsent(waitingCount, trouble) }
        // This write fails on a read-only disk before anything is deleted.
        try change(group) { $0.silentUntil = nil }
        let deletedPosts: [Post]
        // A removed member has left already, so only this device's data are deleted.
        do { deletedPosts = try groupSession(of: group).leave() } catch let failure as Failure
            where failure.code == .notMember
        { deletedPosts = [] }
        try forget(group)
        return deletedPosts
    }

    /// Deletes this device's data about a group that has removed the person or no longer exists.
    /// Refusals are still reported.
    ///
    /// - Returns: the number of deleted waiting submissions.
    @discardableResult
    package func forget(_ group: KnownGroup) throws -> Int {
        try access.forget(group.group)
        return try store.write { transaction in
            let droppedCount = try outbox.drop(where: { $0.group == group.id }, in: transaction)
            try transaction.delete(Identifier<GroupCopy>(group.id.rawValue))
            try transaction.delete(Identifier<ReadPosts>(group.id.rawValue))
            try transaction.delete(Identifier<SnapshotFingerprint>(group.id.rawValue))
            try transaction.delete(group.id)
            return droppedCount
        }
    }

    /// Returns the number of submissions that wait for a group.
    package func waitingCount(for group: KnownGroup) throws -> Int { try waiting().count { $0.group == group.id } }

    /// Creates a post in the person's own name or a ward's, with a new id and this device's time
    /// and day.
    package func post(
        _ kind: String, by author: Identifier<Member>, about: Identifier<Member>? = nil,
        answers: Identifier<Post>? = nil,
        for audience: Audience, content: [UInt8]
    ) -> Post {
        Post(
            id: person.ids.next(), kind: kind, author: author, about: about, answers: answers, audience: audience,
            content: content, writtenAt: time.now(), day: time.today())
    }

    /// Changes what this device knows about a group, unless the group was removed meanwhile.
    ///
    /// - Returns: the changed group.
    @discardableResult
    func change(_ group: KnownGroup, _ change: (inout KnownGroup) -> Void) throws -> KnownGroup {
        try store.write { transaction in
            // A group that was removed from this device meanwhile stays removed.
            let stored = try transaction.record(group.id)
            var known = stored ?? group
            change(&known)
            if stored != nil { try transaction.put(known) }
            return known
        }
    }

    /// Returns what this device knows about a group, or nil for an unknown one.
    private func savedGroup(_ group: Identifier<Group>) throws -> KnownGroup? {
        try store.read { try $0.record(Identifier<KnownGroup>(group.rawValue)) }
    }

    /// Saves a group that the person has just founded or joined, with a first copy of its view.
    private func saveJoinedGroup(_ place: GroupPlace) throws -> KnownGroup {
        let groupSession = try access.open(place, .userInitiated)
        let group = try groupSession.group()
        let known = KnownGroup(group, at: place, me: try person.keys.obtain().member(of: group.id), since: time.now())
        try store.write { try $0.put(known) }
        // Saved in case the group is away before the first read. A failure here does not undo the
        // entry.
        if let view = try? GroupView(groupSession) { try? save(view, of: known) }
        return known
    }
}

extension Failure {
    /// Returns the failure of leaving a group while submissions to it wait.
    static func groupUnsent(_ count: Int, _ trouble: Failure?) -> Failure {
        Failure(
            .groupUnsent,
            "\(count == 1 ? "1 thing" : "\(count) things") that you wrote could not be sent yet.\(trouble.map { " " + $0.message } ?? "")",
            advice: "Try again later; leaving now would lose that.", kind: .temporary)
    }

    /// Returns the failure of a person without any group.
    static func inNoGroup(_ noun: String) -> Failure {
        Failure(
            .groupNotFound, "You are in no \(noun) yet.",
            advice: "Create one, or join one with a code.")
    }

    /// Returns the failure of a name that matches none of the person's groups.
    static func groupNotFound(_ typed: String, _ names: [String], _ noun: String) -> Failure {
        Failure(
            .groupNotFound, "You are in no \(noun) called “\(typed)”.",
            advice: names.isEmpty ? "Found one, or join one." : "Yours: \(names.joined(separator: ", ")).",
            missingName: typed)
    }

    /// Returns the failure of a command that must name one of several groups.
    static func severalGroups(_ names: [String], _ noun: String, _ option: String) -> Failure {
        Failure(
            .namesSeveral, "You are in more than one \(noun): \(names.joined(separator: ", ")).",
            advice: "Name one with \(option) NAME.", kind: .usage)
    }
}
