import Groups
import Kernel

/// What somebody sees of a club that they share.
public struct ClubSight: Sendable {
    /// Something written, with its paper.
    public struct Told<Value: Sendable>: Sendable {
        /// As it lies in the club.
        public let paper: Paper
        /// What it says.
        public let value: Value
    }

    /// The group as this device knows it.
    public let known: KnownGroup
    /// The group itself, or the dated copy of it.
    public let sight: GroupSight

    /// The day of the copy; nil for the group itself.
    public let copiedOn: Day?

    init(_ known: KnownGroup, _ sight: GroupSight, _ time: TimeSource) {
        (self.known, self.sight, copiedOn) = (known, sight, sight.asOf.map { time.calendar.day(of: $0) })
    }

    /// Who asks.
    public var me: Member { sight.view.me }
    /// What they are.
    public var role: ClubRole { ClubRole(rawValue: me.role) ?? .student }
    /// Whether they teach.
    public var isStaff: Bool { role == .head || role == .instructor }
    /// Those whom they may see.
    public var members: [Member] { sight.view.members }

    /// For whom they can share: themselves, or the children whom they answer for.
    public var learners: [Member] { role == .guardian ? sight.view.wards : role == .student ? [me] : [] }

    func told<Value: Decodable & Sendable>(_ kind: String, _ type: Value.Type = Value.self) -> [Told<Value>] {
        sight.view.papers(of: kind).compactMap { paper in paper.value(type).map { Told(paper: paper, value: $0) } }
    }

    /// What the club told everybody, the latest first.
    public var notices: [Told<ClubNotice>] { told(ClubPaper.notice).reversed() }
    /// The latest challenge; nil without one, and behind its thirty days.
    public func challenge(on today: Day) -> Told<ClubNotice>? {
        // Of who wrote it a day's clock may be ahead; what lies further ahead is none.
        notices.first { $0.value.kind == .challenge && (-1..<30).contains(today.days(since: $0.paper.day)) }
    }
    /// What is to be worked on, the nearest day first; what is over is left out.
    public func tasks(on today: Day) -> [Told<ClubTask>] {
        told(ClubPaper.assignment, ClubTask.self).filter { $0.value.until >= today }
            .sorted { ($0.value.until, $0.paper.id) < ($1.value.until, $1.paper.id) }
    }
    /// The same, of what somebody is to do and has not told that it is done.
    public func tasks(of learner: Member, on today: Day) -> [Told<ClubTask>] {
        tasks(on: today).filter { told in
            told.paper.audience.holds(learner, author: told.paper.author) && !done(told.paper.id).contains(learner.id)
        }
    }
    /// Who did a task.
    public func done(_ task: Identifier<Paper>) -> Set<Identifier<Member>> {
        Set(sight.view.answers(to: task, of: ClubPaper.done).map(\.author))
    }
    /// Results that reached them, the latest day first.
    public var results: [Told<ToldResult>] { told(ClubPaper.result).reversed().sorted { $0.value.day > $1.value.day } }
    /// The same about one.
    public func results(of learner: Identifier<Member>) -> [Told<ToldResult>] { results.filter { $0.paper.about == learner } }
    /// The latest bill about each.
    public var bills: [Told<ToldBill>] {
        var seen: Set<Identifier<Member>?> = []
        return told(ClubPaper.bill, ToldBill.self).reversed().filter { seen.insert($0.paper.about).inserted }
    }
    /// The leaderboard, the most first; everybody once.
    public var board: [Told<BoardLine>] {
        var seen: Set<Identifier<Member>> = []
        return told(ClubPaper.board, BoardLine.self).reversed().filter { seen.insert($0.paper.author).inserted }
            .sorted { ($1.value.points, $0.value.alias) < ($0.value.points, $1.value.alias) }
    }

    /// What is shared, the latest of each kind, by whose it is.
    public var shared: [Identifier<Member>: [SharedKind: ClubDisclosure]] {
        var all: [Identifier<Member>: [SharedKind: ClubDisclosure]] = [:]
        for kind in SharedKind.allCases {
            for one in told(kind.rawValue, ClubDisclosure.self) { all[one.paper.author, default: [:]][kind] = one.value }
        }
        return all
    }

    /// How much is mastered of what is shared, in percent: the mean of theory and patterns.
    public var mastery: [Identifier<Member>: Int] {
        shared.compactMapValues { kinds in
            let shares = [SharedKind.theory, .patterns].compactMap { kinds[$0]?.percent }
            return shares.isEmpty ? nil : shares.reduce(0, +) / shares.count
        }
    }

    /// The papers of one kind that somebody shares now.
    func papers(_ kind: String, of author: Identifier<Member>) -> [Paper] {
        sight.view.papers(of: kind).filter { $0.author == author }
    }
}

extension ClubCircle {
    /// What was seen last of a club, without asking anybody; nil where nothing was.
    public func lastSight(of group: KnownGroup) throws -> ClubSight? {
        try membership.lastSight(of: group).map { ClubSight(group, $0, time) }
    }

    /// What the person sees of a club; a dated copy while its place is away.
    public func sight(of group: KnownGroup, _ patience: Patience = .asked) throws -> ClubSight {
        ClubSight(group, try membership.sight(of: group, patience), time)
    }
}
