import Club
import Groups
import Interface
import Kernel

/// `club share` and `club board`: the values that a student shares.
struct ShareCommands: Sendable {
    let options: ClubOptions

    var commands: [Command] { [share, board] }

    /// One kind, and whether it is shared.
    private struct Line: Sendable {
        let kind: SharedKind
        let disclosure: ClubDisclosure?
        var isFollowed = false
    }

    /// The action on the kinds.
    private enum Action: String, CaseIterable, Sendable {
        case share, stop, update, follow, unfollow
    }

    private static let action = Parameter<(action: Action, isFollowed: Bool)>.group(
        .flag("stop", "take it back"), .flag("update", "send the changes of the kinds that are shared"),
        .flag("follow", "send later changes of the shared kinds automatically"),
        .flag("unfollow", "send changes only on request")
    ) { isStop, isUpdate, isFollowed, isUnfollowed in
        let actions: [Action] = zip(
            [isStop, isUpdate, isFollowed, isUnfollowed], [.stop, .update, .follow, .unfollow]
        )
        .filter(\.0)
        .map(\.1)
        guard actions.count < 2 else {
            throw Failure(
                .severalDeeds, "Only one of --stop, --update, --follow and --unfollow can be meant.", kind: .usage)
        }
        return (actions.first ?? .share, isFollowed)
    }

    private static let lineFields: [Field<Line>] = [
        Field("kind", title: "Kind", "theory, patterns, attendance or gradings") { .text($0.kind.rawValue) },
        Field("shared", title: "Shared", "whether the instructors see it") { .bool($0.disclosure != nil) },
        Field("followed", title: "Followed", "whether changes are sent automatically") { .bool($0.isFollowed) },
        Field(
            "percent", title: "Mastered", "the share mastered when it was last sent; null if not shared",
            alignsRight: true
        ) {
            .integer($0.disclosure?.percent)
        },
        Field("parts", "what is shared, line by line") { .texts($0.disclosure?.parts.map(ShareCommands.text) ?? []) },
    ]

    /// Returns a part with its percentage, if it is counted.
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
            ShareCommands.action, ClubOptions.childOption, options.club, returns: .list(ShareCommands.lineFields),
            changes: true
        ) { kinds, selection, childName, club in
            let (circle, snapshot) = try options.snapshot(club)
            let learner = try ClubOptions.learner(childName, in: snapshot, takingBack: selection.action == .stop)
            let shared = snapshot.shared[learner.id] ?? [:]
            let child = learner.id == snapshot.me.id ? nil : learner.name
            let subscriptions = ShareSubscriptions(try options.registry(), circle, options.progress)
            let followedKinds = try subscriptions.kinds(of: learner.id, in: snapshot.group)
            let sharedKinds = SharedKind.allCases.filter { shared[$0] != nil && (kinds.isEmpty || kinds.contains($0)) }
            let includesNewKind = kinds.contains { shared[$0] == nil }
            switch selection.action {
            case .stop:
                try subscriptions.stop(kinds.isEmpty ? SharedKind.allCases : kinds, of: learner.id, in: snapshot.group)
                return try stop(kinds, of: learner, circle, snapshot)
            case .update:
                return try send(
                    sharedKinds.map { try options.progress.disclosure($0, child) }, of: learner, circle, snapshot)
            case .unfollow:
                try subscriptions.stop(kinds.isEmpty ? SharedKind.allCases : kinds, of: learner.id, in: snapshot.group)
                return stateOutput(sharedKinds, shared, [], "What changes is told when you say so.")
            case .follow where !includesNewKind && !sharedKinds.isEmpty:
                try subscriptions.follow(sharedKinds, of: learner.id, in: snapshot.group)
                return stateOutput(
                    sharedKinds, shared, Set(sharedKinds),
                    "What changes of \(ShareCommands.names(sharedKinds)) is told from now on.")
            case .follow where kinds.isEmpty:
                throw Failure(
                    .nobodyToShare, "Nothing is shared that could be followed.",
                    advice: "Share a kind first: `club share theory --follow`.", kind: .usage)
            case .share where kinds.isEmpty:
                return .list(
                    SharedKind.allCases.map {
                        Line(kind: $0, disclosure: shared[$0], isFollowed: followedKinds.contains($0))
                    },
                    ShareCommands.lineFields, heading: StyledText("\(learner.name) in \(snapshot.group.name)"),
                    empty: "",
                    footer: SharedClubCommands.copyNotice(snapshot),
                    next: ["club share theory", "club share theory --stop"])
            case .share, .follow: break
            }
            let disclosures = try SharedKind.allCases.filter(kinds.contains).map {
                try options.progress.disclosure($0, child)
            }
            let question =
                selection.isFollowed
                ? "Share this with the instructors of \(snapshot.group.name), and whatever changes of it?"
                : "Share this with the instructors of \(snapshot.group.name)?"
            var output = Output.confirm(question) {
                let output = try send(disclosures, of: learner, circle, snapshot)
                if selection.isFollowed {
                    try subscriptions.follow(disclosures.map(\.kind), of: learner.id, in: snapshot.group)
                }
                return output
            }
            output.blocks = disclosures.flatMap(ShareCommands.preview)
            return output
        }
    }

    private static func names(_ kinds: [SharedKind]) -> String { kinds.map(\.rawValue).joined(separator: ", ") }

    /// Returns the present state with one sentence.
    private func stateOutput(
        _ kinds: [SharedKind], _ shared: [SharedKind: ClubDisclosure], _ followed: Set<SharedKind>, _ notice: String
    ) -> Output {
        var output = Output.list(
            kinds.map { Line(kind: $0, disclosure: shared[$0], isFollowed: followed.contains($0)) },
            ShareCommands.lineFields,
            empty: "", next: ["club share"])
        (output.blocks, output.notice) = ([], notice)
        return output
    }

    /// Returns every value that would be sent.
    private static func preview(_ disclosure: ClubDisclosure) -> [Block] {
        let percent = disclosure.percent.map { ", \($0) % mastered" } ?? ""
        return [.heading(StyledText("\(disclosure.kind.rawValue): belt \(disclosure.belt)\(percent)"))]
            + disclosure.parts.map { .paragraph(StyledText("  \(text($0))")) } + [.gap]
    }

    /// Shares values and returns the report.
    private func send(
        _ disclosures: [ClubDisclosure], of learner: Member, _ circle: ClubCircle, _ snapshot: ClubSnapshot
    ) throws -> Output {
        let sending = try disclosures.reduce(SubmissionOutcome.arrived) {
            try $0.combined(circle.share($1, of: learner.id, in: snapshot))
        }
        var output = Output.list(
            disclosures.map { Line(kind: $0.kind, disclosure: $0) }, ShareCommands.lineFields,
            empty: "Nothing is shared.",
            next: ["club share"]
        )
        let names = ShareCommands.names(disclosures.map(\.kind))
        output.notice = disclosures.isEmpty ? nil : ClubOptions.deliveryMessage("Shared: \(names).", sending)
        output.blocks = []
        return output
    }

    /// Withdraws kinds, or all kinds if none is named, and returns the report.
    private func stop(_ kinds: [SharedKind], of learner: Member, _ circle: ClubCircle, _ snapshot: ClubSnapshot) throws
        -> Output
    {
        let selected = kinds.isEmpty ? SharedKind.allCases : SharedKind.allCases.filter(kinds.contains)
        let withdrawn = try selected.filter { try circle.stopSharing($0, of: learner.id, in: snapshot) > 0 }
        var output = Output.list(
            selected.map { Line(kind: $0, disclosure: nil) }, ShareCommands.lineFields, empty: "", next: ["club share"])
        output.blocks = []
        output.notice =
            withdrawn.isEmpty
            ? "None of that was shared." : "Taken back: \(withdrawn.map(\.rawValue).joined(separator: ", "))."
        return output
    }

    // MARK: - Leaderboard

    private static let boardFields: [Field<BoardLine>] = [
        Field("alias", title: "Alias", "the alias that they chose", room: .main) { .text($0.alias) },
        Field("points", title: "Answers", "answers of the last thirty days, as last sent", alignsRight: true) {
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
                .init("club board", "who is ahead", runs: false),
                .init("club board --as Tiger", "join it", runs: false),
            ],
            .option(
                "as", .text("ALIAS", limit: Student.longestName), "join it under this alias, or update your points"),
            .flag("leave", "leave the board"), ClubOptions.childOption, options.club,
            returns: .list(ShareCommands.boardFields),
            changes: true
        ) { alias, isLeaving, childName, club in
            var (circle, snapshot) = try options.snapshot(club)
            var notice: String?
            if alias != nil || isLeaving {
                let learner = try ClubOptions.learner(childName, in: snapshot, takingBack: isLeaving)
                let child = learner.id == snapshot.me.id ? nil : learner.name
                if let alias {
                    let today = circle.time.today()
                    let practice = try options.progress.practice(today.adding(days: -29), child)
                    let days =
                        try snapshot.challenge(on: today).map { try options.progress.practice($0.post.day, child).days }
                        ?? 0
                    let line = BoardLine(alias: alias, points: practice.answers, days: min(days, 30))
                    let sending = try circle.showOnBoard(line, of: learner.id, in: snapshot)
                    notice = ClubOptions.deliveryMessage("You stand on the board as \(alias).", sending)
                } else {
                    notice =
                        try circle.leaveBoard(learner.id, in: snapshot) > 0
                        ? "You left the board." : "You were not on the board."
                }
                (circle, snapshot) = try options.snapshot(club)
            }
            var output = Output.list(
                snapshot.board.map(\.value), ShareCommands.boardFields, heading: StyledText(snapshot.group.name),
                empty: "Nobody stands on the board yet.", footer: SharedClubCommands.copyNotice(snapshot),
                next: ["club board --as ALIAS"])
            output.notice = notice
            return output
        }
    }
}
