import Kernel

/// What a member sees of a group: nothing but what the statutes let them see.
public struct GroupView: Hashable, Sendable, Codable {
    /// Where that is.
    public let group: Group
    /// Who they are there.
    public let me: Member
    /// Those whom they may see, themselves among them.
    public let members: [Member]
    /// What they may read, by the time of writing.
    public let papers: [Paper]
    /// Who acts for whom, as far as they may know.
    public let guardianships: [Guardianship]

    /// Somebody by their id; nil for who has left or may not be seen.
    public func member(_ id: Identifier<Member>) -> Member? { members.first { $0.id == id } }
    /// Papers of one kind.
    public func papers(of kind: String) -> [Paper] { papers.filter { $0.kind == kind } }
    /// What answers a paper.
    public func answers(to paper: Identifier<Paper>, of kind: String) -> [Paper] {
        papers.filter { $0.answers == paper && $0.kind == kind }
    }
    /// Those for whom they act.
    public var wards: [Member] { guardianships.filter { $0.holds && $0.guardian == me.id }.compactMap { member($0.ward) } }

    /// The same for views that are equal: whoever changes a paper notes when.
    func print() throws -> String {
        let people = try JSONValue.encoder.encode([
            GroupView(group: group, me: me, members: members, guardianships: guardianships)
        ])
        let lines = papers.map { "\($0.id) \($0.changedAt?.milliseconds ?? 0) \($0.content.count)" }.joined(separator: "\n")
        return SHA256.name(of: String(decoding: people, as: UTF8.self) + "\n" + lines)
    }

    private init(group: Group, me: Member, members: [Member], guardianships: [Guardianship]) {
        (self.group, self.me, self.members, self.guardianships) = (group, me, members, guardianships)
        papers = []
    }

    init(_ hall: any GroupHall) throws {
        (group, me, members) = (try hall.group(), try hall.me(), try hall.members())
        (papers, guardianships) = (try hall.papers(nil), try hall.guardianships())
    }
}

/// What a person sees of a group now: the group itself, or the copy that was kept of it.
public struct GroupSight: Sendable {
    /// All of it.
    public let view: GroupView
    /// What was not read yet, of others.
    public let unread: Set<Identifier<Paper>>
    /// Of when the copy is; nil for the group itself.
    public let asOf: Instant?
    /// Why it is a copy; nil for the group itself.
    public let trouble: Failure?
}

extension Membership {
    /// How long nobody asks a place that was silent, unless somebody wants it to be asked.
    private static let silence = 300.0

    /// What the person sees of a group; a copy of it is kept for when it is away.
    ///
    /// - Throws: why the group cannot be reached when no copy of it was kept; `notMember`.
    public func sight(of group: KnownGroup, _ patience: Patience = .asked) throws -> GroupSight {
        do {
            let view = try GroupView(hall(of: group, patience))
            // What cannot be kept here, on a full disk, is seen all the same.
            try? keep(view, of: group)
            return GroupSight(view: view, unread: try unread(view), asOf: nil, trouble: nil)
        } catch let failure as Failure where failure.code == .notMember {
            // What was seen before is no longer theirs, and nothing of it waits for them.
            try store.write { transaction in
                try transaction.delete(Identifier<GroupCopy>(group.id.rawValue))
                try transaction.delete(Identifier<SeenGroup>(group.id.rawValue))
            }
            throw Failure.notMember(group.name)
        } catch let failure as Failure where !failure.isPermanent {
            guard let copy = try copy(of: group) else { throw failure }
            return GroupSight(view: copy.view, unread: try unread(copy.view), asOf: copy.takenAt, trouble: failure)
        }
    }

    /// What was seen last, without asking anybody; nil where nothing was.
    public func lastSight(of group: KnownGroup) throws -> GroupSight? {
        try copy(of: group).map { GroupSight(view: $0.view, unread: try unread($0.view), asOf: $0.takenAt, trouble: nil) }
    }

    /// Opens a group's place. One that was silent is left alone for a while by everything that only passes by.
    public func hall(of group: KnownGroup, _ patience: Patience = .asked) throws -> any GroupHall {
        if patience == .glance, let until = group.silentUntil, (0...Membership.silence).contains(until.seconds(since: time.now()))
        {
            throw Failure.groupSilent(group.place.path)
        }
        do {
            let hall = try access.open(group.place, patience)
            if group.silentUntil != nil { try change(group) { $0.silentUntil = nil } }
            return hall
        } catch let failure as Failure where failure.code == .notMember {
            // A database that does not know somebody does not say what the group is called.
            throw Failure.notMember(group.name)
        } catch let failure as Failure where failure.code == .groupUnreachable {
            let move = statutes.wording.command("move")
            throw Failure(
                failure.code, failure.message, advice: "If it has moved, name its new place: \(move) PLACE.", kind: failure.kind)
        } catch let failure as Failure where failure.code == .groupSilent {
            try change(group) { $0.silentUntil = time.now().adding(seconds: Membership.silence) }
            throw failure
        }
    }

    /// Notes that papers were read on this device.
    public func mark(read papers: some Sequence<Identifier<Paper>>, in group: KnownGroup) throws {
        let papers = Set(papers)
        guard !papers.isEmpty else { return }
        try store.write { transaction in
            let id = Identifier<ReadPapers>(group.id.rawValue)
            var read = try transaction.record(id) ?? ReadPapers(id: id, papers: [])
            guard !papers.isSubset(of: read.papers) else { return }
            read.papers.formUnion(papers)
            try transaction.put(read)
        }
    }

    private func unread(_ view: GroupView) throws -> Set<Identifier<Paper>> {
        let read = try store.read { try $0.record(Identifier<ReadPapers>(view.group.id.rawValue)) }?.papers ?? []
        return Set(view.papers.filter { $0.author != view.me.id && $0.writer != view.me.id }.map(\.id)).subtracting(read)
    }

    private func copy(of group: KnownGroup) throws -> GroupCopy? {
        try store.read { try $0.record(Identifier<GroupCopy>(group.id.rawValue)) }
    }

    func keep(_ view: GroupView, of group: KnownGroup) throws {
        let seen = SeenGroup(id: Identifier(group.id.rawValue), takenAt: time.now(), print: try view.print())
        let known = try store.read { try $0.record(seen.id) }
        if let known, known.print == seen.print, abs(seen.takenAt.seconds(since: known.takenAt)) < 3600 { return }
        try store.write { transaction in
            // Let go of meanwhile, it leaves no copy.
            guard try transaction.record(group.id) != nil else { return }
            try transaction.put(GroupCopy(id: Identifier(group.id.rawValue), takenAt: seen.takenAt, view: view))
            try transaction.put(seen)
        }
    }
}
