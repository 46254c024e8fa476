import Attainment
import Kernel
import Practice
import Terminal

/// `sessions`: everything that was sat through.
struct SessionsDesk: Sendable {
    let record: @Sendable () throws -> TrackRecord

    /// The most that are shown at once.
    private static let most = 100_000

    var command: Command {
        let kind = ValueKind<String>.text("KIND", limit: 40).completed { [record] typed in
            ((try? record().kinds()) ?? []).map(\.rawValue).filter { $0.hasPrefix(typed) }
        }
        return Command(
            "sessions", "List your sessions of every kind, the latest first",
            discussion: """
                Study, patterns, step sparring, line work, theory, tests, mock gradings and games. A session without an answer is left out. Games \
                have points instead of answers.
                """,
            examples: [
                .init("sessions", "the latest"), .init("sessions --since \"30 days ago\" --limit 100", "the last month"),
                .init("sessions --plain --limit 100000", "all of them, one a line"),
            ],
            .option("kind", kind, "only sessions of this kind: flashcards, patterns, tests, games …"),
            .option("since", .pastDay, "not before this day"), .option("until", .pastDay, "not after this day"),
            .option("limit", .integer(1...SessionsDesk.most), default: SessionFilter.usual, "how many at most"),
            returns: .list(SessionFields.all(\.rawValue))
        ) { kind, since, until, limit in
            let record = try record()
            let filter = SessionFilter(
                kind: kind.map(PracticeKind.init(rawValue:)), since: since, until: until, limit: limit)
            let list = try record.sessions(filter)
            return .list(
                list.shown, SessionFields.all(record.around.title), heading: StyledText(heading(list)),
                empty: filter.kind == nil && since == nil && until == nil
                    ? "You have no session yet." : "There is no session in these days.",
                footer: footer(list), next: list.total == 0 ? ["study"] : ["progress", "achievements"])
        }
    }

    private func heading(_ list: SessionList) -> String {
        guard list.total > list.shown.count else { return counted(list.total, "session") }
        return "The latest \(list.shown.count) of \(counted(list.total, "session"))"
    }

    private func footer(_ list: SessionList) -> [Block] {
        guard list.answers > 0 else { return [] }
        let sum = "\(counted(list.answers, "answer")) in all, \(percent(Figures.share(list.right, of: list.answers))) right, "
        let more = list.earlier.map { "--until \($0) goes on, --limit shows more at once." }
        return [.gap, .paragraph(StyledText("\(sum)\(counted(list.minutes, "minute")).", .muted))]
            + (more.map { [.paragraph(StyledText($0, .muted))] } ?? [])
    }
}
