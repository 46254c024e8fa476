import Groups
import Kernel

/// A member's view of a shared club.
package struct ClubSnapshot: Sendable {
    /// A value that a member wrote, with its post.
    package struct PostedValue<Value: Sendable>: Sendable {
        package let post: Post
        package let value: Value
    }

    package let group: KnownGroup
    package let groupSnapshot: GroupSnapshot

    /// The day of the copy, or nil for the live group.
    package let copiedOn: Day?

    init(_ known: KnownGroup, _ snapshot: GroupSnapshot, _ time: TimeSource) {
        self.group = known
        self.groupSnapshot = snapshot
        copiedOn = snapshot.asOf.map { time.calendar.day(of: $0) }
    }

    package var me: Member { groupSnapshot.view.me }
    package var role: ClubRole { ClubRole(rawValue: me.role) ?? .student }
    /// Whether the user teaches in the club, as its head or as an instructor.
    package var isStaff: Bool { role == .head || role == .instructor }
    package var members: [Member] { groupSnapshot.view.members }

    /// The members for whom the user can share: the user, or the children of a guardian.
    package var learners: [Member] { role == .guardian ? groupSnapshot.view.wards : role == .student ? [me] : [] }

    /// Returns the values in the posts of one kind, without posts that this version cannot read.
    func postedValues<Value: Decodable & Sendable>(_ kind: String, _ type: Value.Type = Value.self) -> [PostedValue<
        Value
    >] {
        groupSnapshot.view.posts(of: kind).compactMap { post in
            post.value(type).map { PostedValue(post: post, value: $0) }
        }
    }

    /// The notices to everyone, latest first.
    package var notices: [PostedValue<ClubNotice>] { postedValues(ClubPost.notice).reversed() }
    /// Returns the latest challenge, or nil if there is none or its thirty days are over.
    package func challenge(on today: Day) -> PostedValue<ClubNotice>? {
        // The author's clock may be one day ahead. A later date counts as invalid.
        notices.first { $0.value.kind == .challenge && (-1..<30).contains(today.days(since: $0.post.day)) }
    }
    /// Returns the open tasks, nearest day first.
    package func tasks(on today: Day) -> [PostedValue<ClubTask>] {
        postedValues(ClubPost.assignment, ClubTask.self).filter { $0.value.until >= today }
            .sorted { ($0.value.until, $0.post.id) < ($1.value.until, $1.post.id) }
    }
    /// Returns the open tasks that a learner has not reported as done.
    package func tasks(of learner: Member, on today: Day) -> [PostedValue<ClubTask>] {
        tasks(on: today).filter { task in
            task.post.audience.includes(learner, author: task.post.author)
                && !completers(task.post.id).contains(learner.id)
        }
    }
    /// Returns the members who did a task.
    package func completers(_ task: Identifier<Post>) -> Set<Identifier<Member>> {
        Set(groupSnapshot.view.answers(to: task, of: ClubPost.done).map(\.author))
    }
    /// The results that reached the user, latest day first.
    package var results: [PostedValue<GradingReport>] {
        postedValues(ClubPost.result).reversed().sorted { $0.value.day > $1.value.day }
    }
    /// Returns the results of one learner, latest day first.
    package func results(of learner: Identifier<Member>) -> [PostedValue<GradingReport>] {
        results.filter { $0.post.about == learner }
    }
    /// The latest bill of each member.
    package var bills: [PostedValue<DeliveredBill>] {
        var seenMembers: Set<Identifier<Member>?> = []
        return postedValues(ClubPost.bill, DeliveredBill.self).reversed().filter {
            seenMembers.insert($0.post.about).inserted
        }
    }
    /// The leaderboard, highest count first, with one line a member.
    package var board: [PostedValue<BoardLine>] {
        var seenMembers: Set<Identifier<Member>> = []
        return postedValues(ClubPost.board, BoardLine.self).reversed().filter {
            seenMembers.insert($0.post.author).inserted
        }
        .sorted { ($1.value.points, $0.value.alias) < ($0.value.points, $1.value.alias) }
    }

    /// The latest shared value of each kind, by member.
    package var shared: [Identifier<Member>: [SharedKind: ClubDisclosure]] {
        var disclosures: [Identifier<Member>: [SharedKind: ClubDisclosure]] = [:]
        for kind in SharedKind.allCases {
            for posted in postedValues(kind.rawValue, ClubDisclosure.self) {
                disclosures[posted.post.author, default: [:]][kind] = posted.value
            }
        }
        return disclosures
    }

    /// The mastered share of each member in percent: the mean of theory and patterns.
    package var mastery: [Identifier<Member>: Int] {
        shared.compactMapValues { kinds in
            let shares = [SharedKind.theory, .patterns].compactMap { kinds[$0]?.percent }
            return shares.isEmpty ? nil : shares.reduce(0, +) / shares.count
        }
    }

    /// Returns the posts of one kind that a member shares now.
    func posts(_ kind: String, of author: Identifier<Member>) -> [Post] {
        groupSnapshot.view.posts(of: kind).filter { $0.author == author }
    }
}

extension ClubCircle {
    /// Returns the last copy of a club without contacting its place, or nil if there is none.
    package func savedSnapshot(of group: KnownGroup) throws -> ClubSnapshot? {
        try membership.savedSnapshot(of: group).map { ClubSnapshot(group, $0, time) }
    }

    /// Returns the user's view of a club. It is a dated copy while the place is away.
    package func snapshot(of group: KnownGroup, _ waitLimit: WaitLimit = .userInitiated) throws -> ClubSnapshot {
        ClubSnapshot(group, try membership.snapshot(of: group, waitLimit), time)
    }
}
