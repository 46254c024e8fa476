import Kernel
import Outbox

/// A member's view of a group, limited by the policy.
package struct GroupView: Hashable, Sendable, Codable {
    package let group: Group
    package let me: Member
    package let members: [Member]
    package let posts: [Post]
    package let guardianships: [Guardianship]

    /// Stored data keeps the names that its first version had.
    private enum CodingKeys: String, CodingKey {
        case group, me, members, guardianships
        case posts = "papers"
    }

    /// Returns the member with an id, or nil for a former or invisible member.
    package func member(_ id: Identifier<Member>) -> Member? { members.first { $0.id == id } }
    package func posts(of kind: String) -> [Post] { posts.filter { $0.kind == kind } }
    /// Returns the posts of a kind that answer a post.
    package func answers(to post: Identifier<Post>, of kind: String) -> [Post] {
        posts.filter { $0.answers == post && $0.kind == kind }
    }
    /// The members for whom the viewer may act as guardian.
    package var wards: [Member] {
        guardianships.filter { $0.isValid && $0.guardian == me.id }.compactMap { member($0.ward) }
    }

    /// Returns a fingerprint that is the same for equal views. Changed posts differ by their time
    /// of change.
    func fingerprint() throws -> String {
        let people = try JSONValue.encoder.encode([
            GroupView(group: group, me: me, members: members, guardianships: guardianships)
        ])
        let lines = posts.map { "\($0.id) \($0.changedAt?.milliseconds ?? 0) \($0.content.count)" }.joined(
            separator: "\n")
        return SHA256.name(of: String(decoding: people, as: UTF8.self) + "\n" + lines)
    }

    private init(group: Group, me: Member, members: [Member], guardianships: [Guardianship]) {
        self.group = group
        self.me = me
        self.members = members
        self.guardianships = guardianships
        posts = []
    }

    init(_ groupSession: any GroupSession) throws {
        group = try groupSession.group()
        me = try groupSession.me()
        members = try groupSession.members()
        posts = try groupSession.posts(nil)
        guardianships = try groupSession.guardianships()
    }
}

/// A person's current view of a group: the group itself, or its saved copy.
package struct GroupSnapshot: Sendable {
    private let dated: DatedView<GroupView>
    /// The posts of other people that were not read on this device.
    package let unread: Set<Identifier<Post>>

    package var view: GroupView { dated.view }
    /// The time of the copy, or nil for the group itself.
    package var asOf: Instant? { dated.asOf }
    /// The reason why it is a copy, or nil for the group itself.
    package var trouble: Failure? { dated.trouble }

    init(_ dated: DatedView<GroupView>, unread: Set<Identifier<Post>>) {
        self.dated = dated
        self.unread = unread
    }
}

extension Membership {
    /// Returns the current view of a group and saves a copy for times when it is away.
    ///
    /// - Throws: the reason why the group is unreachable if there is no saved copy, and
    ///   `notMember`.
    package func snapshot(of group: KnownGroup, _ waitLimit: WaitLimit = .userInitiated) throws -> GroupSnapshot {
        do {
            let dated = try DatedView.current {
                let view = try GroupView(groupSession(of: group, waitLimit))
                // The view is shown even if it cannot be saved, for example on a full disk.
                try? save(view, of: group)
                return view
            } orCopy: { trouble in
                try copy(of: group).map { DatedView($0.view, asOf: $0.takenAt, because: trouble) }
            }
            return GroupSnapshot(dated, unread: try unread(dated.view))
        } catch let failure as Failure where failure.code == .notMember {
            // The earlier copy no longer belongs to the person, and none of the person's
            // submissions waits for the group.
            try store.write { transaction in
                try transaction.delete(Identifier<GroupCopy>(group.id.rawValue))
                try transaction.delete(Identifier<SnapshotFingerprint>(group.id.rawValue))
            }
            throw Failure.notMember(group.name)
        }
    }

    /// Returns the saved copy without contacting the group, or nil if there is none.
    package func savedSnapshot(of group: KnownGroup) throws -> GroupSnapshot? {
        try copy(of: group).map {
            GroupSnapshot(DatedView($0.view, asOf: $0.takenAt), unread: try unread($0.view))
        }
    }

    /// Opens the session of a group. For a while after a timeout, only explicit requests try it
    /// again.
    package func groupSession(of group: KnownGroup, _ waitLimit: WaitLimit = .userInitiated) throws -> any GroupSession
    {
        do {
            return try SilentPlace(until: group.silentUntil, time: time).open(
                waitLimit, silent: .groupSilent, skipped: .groupSilent(group.place.path),
                setPause: { until in try change(group) { $0.silentUntil = until } },
                { try access.open(group.place, waitLimit) })
        } catch let failure as Failure where failure.code == .notMember {
            // A database does not report the group's name for an unknown login.
            throw Failure.notMember(group.name)
        } catch let failure as Failure where failure.code == .groupUnreachable {
            let moveCommand = policy.wording.command("move")
            throw Failure(
                failure.code, failure.message, advice: "If it has moved, name its new place: \(moveCommand) PLACE.",
                kind: failure.kind)
        }
    }

    /// Records that posts were read on this device.
    package func mark(read posts: some Sequence<Identifier<Post>>, in group: KnownGroup) throws {
        let posts = Set(posts)
        guard !posts.isEmpty else { return }
        try store.write { transaction in
            let id = Identifier<ReadPosts>(group.id.rawValue)
            var read = try transaction.record(id) ?? ReadPosts(id: id, posts: [])
            guard !posts.isSubset(of: read.posts) else { return }
            read.posts.formUnion(posts)
            try transaction.put(read)
        }
    }

    /// Returns the posts of other people that were not read on this device.
    private func unread(_ view: GroupView) throws -> Set<Identifier<Post>> {
        let read = try store.read { try $0.record(Identifier<ReadPosts>(view.group.id.rawValue)) }?.posts ?? []
        return Set(view.posts.filter { $0.author != view.me.id && $0.writer != view.me.id }.map(\.id)).subtracting(read)
    }

    /// Returns the saved copy of a group, or nil if there is none.
    private func copy(of group: KnownGroup) throws -> GroupCopy? {
        try store.read { try $0.record(Identifier<GroupCopy>(group.id.rawValue)) }
    }

    /// Saves a copy of a view, at most once an hour if it is unchanged.
    func save(_ view: GroupView, of group: KnownGroup) throws {
        let current = SnapshotFingerprint(
            id: Identifier(group.id.rawValue), takenAt: time.now(), fingerprint: try view.fingerprint())
        let saved = try store.read { try $0.record(current.id) }
        if let saved, saved.fingerprint == current.fingerprint,
            !saved.takenAt.isStale(after: 3600, at: current.takenAt)
        {
            return
        }
        try store.write { transaction in
            // If the group was removed from this device meanwhile, no copy is saved.
            guard try transaction.record(group.id) != nil else { return }
            try transaction.put(GroupCopy(id: Identifier(group.id.rawValue), takenAt: current.takenAt, view: view))
            try transaction.put(current)
        }
    }
}
