import Club
import Groups
import Kernel
import Terminal

/// `club share` and `club board`: what a student lets others see.
struct ShareDesk: Sendable {
    let options: ClubOptions

    var commands: [Command] { [share, board] }

    /// One kind, and whether it is shared.
    private struct Line: Sendable {
        let kind: SharedKind
        let standing: ClubDisclosure?
        var isFollowed = false
    }

    /// What is to be done with kinds.
    private enum Deed: String, CaseIterable, Sendable {
        case share, stop, update, follow, unfollow
    }

    private static let deed = Parameter<(deed: Deed, isFollowed: Bool)>.group(
        .flag("stop", "take it back"), .flag("update", "tell what has changed of the kinds that are shared"),
        .flag("follow", "tell anew by itself whatever changes of the kinds that are shared"),
        .flag("unfollow", "tell it only when you say so")
    ) { isStop, isUpdate, isFollowed, isUnfollowed in
        let deeds: [Deed] = zip([isStop, isUpdate, isFollowed, isUnfollowed], [.stop, .update, .follow, .unfollow]).filter(\.0)
            .map(\.1)
        guard deeds.count < 2 else {
            throw Failure(
                .severalDeeds, "Only one of --stop, --update, --follow and --unfollow can be meant.", kind: .usage)
        }
        return (deeds.first ?? .share, isFollowed)
    }

    private static let line: [Field<Line>] = [
        Field("kind", title: "Kind", "theory, patterns, attendance or gradings") { .text($0.kind.rawValue) },
        Field("shared", title: "Shared", "whether the instructors see it") { .bool($0.standing != nil) },
        Field("followed", title: "Followed", "whether what changes of it is told by itself") { .bool($0.isFollowed) },
        Field(
            "percent", title: "Mastered", "how much was mastered when it was last told; null where it is not", alignsRight: true
        ) {
            .integer($0.standing?.percent)
        },
        Field("parts", "what is shared, line by line") { .texts($0.standing?.parts.map(ShareDesk.text) ?? []) },
    ]

    private static func text(_ part: ClubDisclosure.Part) -> String {
        part.percent.map { "\(part.title): \($0) %" } ?? part.title
    }

    private var share: Command {
        Command(
            "club share", "Share with your instructors, kind by kind, or stop sharing",
            discussion: """
                Nothing is shared unless you say so. What would be sent is shown first, all of it; then you are asked. --stop takes it back at once. \
                Later practice is told with --update, or by itself with --follow: whenever you train or look at the club, and only of kinds that you share. \
                Without a kind you see what is shared now.
                """,
            examples: [
                .init("club share", "what is shared now", runs: false),
                .init("club share theory", "theory from now on", runs: false),
                .init("club share theory --follow", "theory, and later practice too", runs: false),
                .init("club share patterns --stop", "no more, at once", runs: false),
            ],
            .rest("kinds", ValueKind<SharedKind>.choice("KIND"), isRequired: false, "what to share"),
            ShareDesk.deed, ClubOptions.whose, options.club, returns: .list(ShareDesk.line), changes: true
        ) { kinds, deed, whose, club in
            let (circle, sight) = try options.sight(club)
            let learner = try ClubOptions.learner(whose, in: sight, takingBack: deed.deed == .stop)
            let (shared, child) = (sight.shared[learner.id] ?? [:], learner.id == sight.me.id ? nil : learner.name)
            let following = ClubFollowing(try options.book(), circle, options.own)
            let followed = try following.kinds(of: learner.id, in: sight.known)
            let known = SharedKind.allCases.filter { shared[$0] != nil && (kinds.isEmpty || kinds.contains($0)) }
            let isNew = kinds.contains { shared[$0] == nil }
            switch deed.deed {
            case .stop:
                try following.stop(kinds.isEmpty ? SharedKind.allCases : kinds, of: learner.id, in: sight.known)
                return try stop(kinds, of: learner, circle, sight)
            case .update: return try send(known.map { try options.own.standing($0, child) }, of: learner, circle, sight)
            case .unfollow:
                try following.stop(kinds.isEmpty ? SharedKind.allCases : kinds, of: learner.id, in: sight.known)
                return quiet(known, shared, [], "What changes is told when you say so.")
            case .follow where !isNew && !known.isEmpty:
                try following.follow(known, of: learner.id, in: sight.known)
                return quiet(known, shared, Set(known), "What changes of \(ShareDesk.names(known)) is told from now on.")
            case .follow where kinds.isEmpty:
                throw Failure(
                    .nobodyToShare, "Nothing is shared that could be followed.",
                    advice: "Share a kind first: `club share theory --follow`.", kind: .usage)
            case .share where kinds.isEmpty:
                return .list(
                    SharedKind.allCases.map { Line(kind: $0, standing: shared[$0], isFollowed: followed.contains($0)) },
                    ShareDesk.line, heading: StyledText("\(learner.name) in \(sight.known.name)"), empty: "",
                    footer: CircleDesk.copy(sight), next: ["club share theory", "club share theory --stop"])
            case .share, .follow: break
            }
            let standings = try SharedKind.allCases.filter(kinds.contains).map { try options.own.standing($0, child) }
            let question =
                deed.isFollowed
                ? "Share this with the instructors of \(sight.known.name), and whatever changes of it?"
                : "Share this with the instructors of \(sight.known.name)?"
            var output = Output.confirm(question) {
                let output = try send(standings, of: learner, circle, sight)
                if deed.isFollowed { try following.follow(standings.map(\.kind), of: learner.id, in: sight.known) }
                return output
            }
            output.blocks = standings.flatMap(ShareDesk.preview)
            return output
        }
    }

    private static func names(_ kinds: [SharedKind]) -> String { kinds.map(\.rawValue).joined(separator: ", ") }

    /// What is so now, and one sentence for people.
    private func quiet(
        _ kinds: [SharedKind], _ shared: [SharedKind: ClubDisclosure], _ followed: Set<SharedKind>, _ notice: String
    ) -> Output {
        var output = Output.list(
            kinds.map { Line(kind: $0, standing: shared[$0], isFollowed: followed.contains($0)) }, ShareDesk.line, empty: "",
            next: ["club share"])
        (output.blocks, output.notice) = ([], notice)
        return output
    }

    /// Everything that would be sent.
    private static func preview(_ standing: ClubDisclosure) -> [Block] {
        let percent = standing.percent.map { ", \($0) % mastered" } ?? ""
        return [.heading(StyledText("\(standing.kind.rawValue): belt \(standing.belt)\(percent)"))]
            + standing.parts.map { .paragraph(StyledText("  \(text($0))")) } + [.gap]
    }

    private func send(
        _ standings: [ClubDisclosure], of learner: Member, _ circle: ClubCircle, _ sight: ClubSight
    ) throws -> Output {
        let sending = try standings.reduce(GroupSending.arrived) { try $0.and(circle.share($1, of: learner.id, in: sight)) }
        var output = Output.list(
            standings.map { Line(kind: $0.kind, standing: $0) }, ShareDesk.line, empty: "Nothing is shared.", next: ["club share"]
        )
        let names = ShareDesk.names(standings.map(\.kind))
        output.notice = standings.isEmpty ? nil : ClubOptions.said("Shared: \(names).", sending)
        output.blocks = []
        return output
    }

    private func stop(_ kinds: [SharedKind], of learner: Member, _ circle: ClubCircle, _ sight: ClubSight) throws -> Output {
        let wanted = kinds.isEmpty ? SharedKind.allCases : SharedKind.allCases.filter(kinds.contains)
        let gone = try wanted.filter { try circle.stop($0, of: learner.id, in: sight) > 0 }
        var output = Output.list(wanted.map { Line(kind: $0, standing: nil) }, ShareDesk.line, empty: "", next: ["club share"])
        output.blocks = []
        output.notice =
            gone.isEmpty ? "Nothing of that was shared." : "Taken back: \(gone.map(\.rawValue).joined(separator: ", "))."
        return output
    }

    // MARK: - Leaderboard

    private static let place: [Field<BoardLine>] = [
        Field("alias", title: "Alias", "what they want to be called", room: .main) { .text($0.alias) },
        Field("points", title: "Answers", "answers of the last thirty days, when they last told", alignsRight: true) {
            .integer($0.points)
        },
        Field("days", title: "Challenge", "days of the challenge", alignsRight: true) { .integer($0.days) },
    ]

    private var board: Command {
        Command(
            "club board", "Show the leaderboard of a club; stand on it under an alias, or leave it",
            discussion: """
                Only who wants to stands there, under an alias that they choose, and only the club sees it. --as tells your answers of the last thirty \
                days, and your days of the club's challenge, as of now.
                """,
            examples: [
                .init("club board", "who is ahead", runs: false), .init("club board --as Tiger", "stand there", runs: false),
            ],
            .option("as", .text("ALIAS", limit: Student.longestName), "stand on it, or tell your points now"),
            .flag("leave", "stand there no more"), ClubOptions.whose, options.club, returns: .list(ShareDesk.place), changes: true
        ) { alias, isLeaving, whose, club in
            var (circle, sight) = try options.sight(club)
            var notice: String?
            if alias != nil || isLeaving {
                let learner = try ClubOptions.learner(whose, in: sight, takingBack: isLeaving)
                let child = learner.id == sight.me.id ? nil : learner.name
                if let alias {
                    let today = circle.time.today()
                    let month = try options.own.practice(today.adding(days: -29), child)
                    let days = try sight.challenge(on: today).map { try options.own.practice($0.paper.day, child).days } ?? 0
                    let line = BoardLine(alias: alias, points: month.answers, days: min(days, 30))
                    let sending = try circle.show(line, of: learner.id, in: sight)
                    notice = ClubOptions.said("You stand on the board as \(alias).", sending)
                } else {
                    notice = try circle.leaveBoard(learner.id, in: sight) > 0 ? "You left the board." : "You did not stand there."
                }
                (circle, sight) = try options.sight(club)
            }
            var output = Output.list(
                sight.board.map(\.value), ShareDesk.place, heading: StyledText(sight.known.name),
                empty: "Nobody stands on the board yet.", footer: CircleDesk.copy(sight), next: ["club board --as ALIAS"])
            output.notice = notice
            return output
        }
    }
}
