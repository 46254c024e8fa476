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
    }

    private static let line: [Field<Line>] = [
        Field("kind", title: "Kind", "theory, patterns, attendance or gradings") { .text($0.kind.rawValue) },
        Field("shared", title: "Shared", "whether the instructors see it") { .bool($0.standing != nil) },
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
                Later practice is told with --update, and only of kinds that you share. Without a kind you see what is shared now.
                """,
            examples: [
                .init("club share", "what is shared now", runs: false),
                .init("club share theory", "theory from now on", runs: false),
                .init("club share patterns --stop", "no more, at once", runs: false),
            ],
            .rest("kinds", ValueKind<SharedKind>.choice("KIND"), isRequired: false, "what to share"),
            .flag("stop", "take it back"), .flag("update", "tell what has changed of the kinds that are shared"),
            ClubOptions.whose,
            options.club, returns: .list(ShareDesk.line), changes: true
        ) { kinds, isStop, isUpdate, whose, club in
            let (circle, sight) = try options.sight(club)
            let learner = try ClubOptions.learner(whose, in: sight)
            let (shared, child) = (sight.shared[learner.id] ?? [:], learner.id == sight.me.id ? nil : learner.name)
            if isStop { return try stop(kinds, of: learner, circle, sight) }
            if isUpdate {
                let standings = try SharedKind.allCases.filter { shared[$0] != nil }.map { try options.own.standing($0, child) }
                return try send(standings, of: learner, circle, sight)
            }
            guard !kinds.isEmpty else {
                return .list(
                    SharedKind.allCases.map { Line(kind: $0, standing: shared[$0]) }, ShareDesk.line,
                    heading: StyledText("\(learner.name) in \(sight.known.name)"), empty: "", footer: CircleDesk.copy(sight),
                    next: ["club share theory", "club share theory --stop"])
            }
            let standings = try SharedKind.allCases.filter(kinds.contains).map { try options.own.standing($0, child) }
            var output = Output.confirm("Share this with the instructors of \(sight.known.name)?") {
                try send(standings, of: learner, circle, sight)
            }
            output.blocks = standings.flatMap(ShareDesk.preview)
            return output
        }
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
        var hasArrived = true
        for one in standings { hasArrived = try circle.share(one, of: learner.id, in: sight) && hasArrived }
        var output = Output.list(
            standings.map { Line(kind: $0.kind, standing: $0) }, ShareDesk.line, empty: "Nothing is shared.", next: ["club share"]
        )
        let names = standings.map(\.kind.rawValue).joined(separator: ", ")
        output.notice = standings.isEmpty ? nil : "Shared: \(names).\(ClubOptions.ending(hasArrived))"
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
                let learner = try ClubOptions.learner(whose, in: sight)
                let child = learner.id == sight.me.id ? nil : learner.name
                if let alias {
                    let today = circle.time.today()
                    let month = try options.own.practice(today.adding(days: -29), child)
                    let days = try sight.challenge(on: today).map { try options.own.practice($0, child).days } ?? 0
                    let line = BoardLine(alias: alias, points: month.answers, days: min(days, 30))
                    let hasArrived = try circle.show(line, of: learner.id, in: sight)
                    notice = "You stand on the board as \(alias).\(ClubOptions.ending(hasArrived))"
                } else {
                    notice = try circle.leaveBoard(learner.id, in: sight) > 0 ? "You left the board." : "You did not stand there."
                }
                (circle, sight) = try options.sight(club)
            }
            var output = Output.list(
                sight.board.map(\.value), ShareDesk.place, heading: StyledText(sight.known.name),
                empty: "Nobody stands on the board yet.", next: ["club board --as ALIAS"])
            output.notice = notice
            return output
        }
    }
}
