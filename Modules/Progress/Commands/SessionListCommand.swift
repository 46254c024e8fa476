import Interface
import Kernel
import Practice
import Progress

/// The `sessions` command, which lists all past sessions.
struct SessionListCommand: Sendable {
    let record: @Sendable () throws -> TrackRecord
    let isChild: @Sendable () throws -> Bool

    /// The maximum value of `--limit`.
    private static let maximumSessions = 100_000

    var command: Command {
        let kind = ValueKind<String>.text("KIND", limit: 40).completed { [record] typed in
            ((try? record().kinds()) ?? []).map(\.word).filter { $0.hasPrefix(typed) }
        }
        return Command(
            "sessions", "List your sessions of every kind, the latest first",
            discussion: """
                Study, patterns, step sparring, line work, theory, tests, mock gradings and games. A session without an answer is left out. Games \
                have points instead of answers.
                """,
            examples: [
                .init("sessions", "the latest"),
                .init("sessions --since \"30 days ago\" --limit 100", "the last month"),
                .init("sessions --plain --limit 100000", "all of them, one a line"),
            ],
            .option("kind", kind, "only sessions of this kind: flashcards, patterns, words, tests, games …"),
            .option("since", .pastDay, "not before this day"), .option("until", .pastDay, "not after this day"),
            .option(
                "limit", .integer(1...SessionListCommand.maximumSessions), default: SessionFilter.defaultLimit,
                "how many at most"),
            returns: .list(SessionFields.all { SessionKind($0, word: $0.rawValue, title: $0.rawValue) })
        ) { kind, since, until, limit in
            let record = try record()
            let chosenKind = try kind.map(record.kind)
            let filter = SessionFilter(kind: chosenKind?.kind, since: since, until: until, limit: limit)
            let list = try record.sessions(filter)
            if try isChild(), list.total > 0 {
                var output = Output.list(
                    list.shown, SessionFields.all(record.circumstances.kind), empty: "",
                    next: ["study", "achievements"])
                output.blocks = ChildProgress.sessions(list) { record.circumstances.kind($0).title }
                return output
            }
            return .list(
                list.shown, SessionFields.all(record.circumstances.kind), heading: StyledText(declared: heading(list)),
                empty: SessionListCommand.empty(chosenKind, isOfAllDays: since == nil && until == nil),
                footer: footer(list), next: list.total == 0 ? ["study"] : ["progress", "achievements"])
        }
    }

    /// Returns the text for an empty list, with the kind if one was chosen.
    private static func empty(_ kind: SessionKind?, isOfAllDays: Bool) -> String {
        guard let kind else { return isOfAllDays ? "You have no session yet." : "There is no session in these days." }
        return isOfAllDays
            ? "You have no session of this kind yet: \(kind.title)."
            : "There is no session of this kind in these days: \(kind.title)."
    }

    /// Returns the number of sessions, or the number shown of a longer list.
    private func heading(_ list: SessionList) -> String {
        guard list.total > list.shown.count else { return counted(list.total, "session") }
        return "The latest \(list.shown.count) of \(counted(list.total, "session"))"
    }

    /// Returns the totals of all selected sessions, and the option that shows earlier ones.
    private func footer(_ list: SessionList) -> [Block] {
        guard list.answers > 0 else { return [] }
        let summary =
            "\(counted(list.answers, "answer")) in all, \(Figures.percent(Figures.share(list.right, of: list.answers))) right, "
        let hint = list.latestOmittedDay.map { "--until \($0) goes on, --limit shows more at once." }
        return [.gap, .paragraph(StyledText("\(summary)\(counted(list.minutes, "minute")).", .muted))]
            + (hint.map { [.paragraph(StyledText($0, .muted))] } ?? [])
    }
}
