import FeedbackCOIN
import Interface
import Kernel
import Search

/// The commands that show entries.
struct EntryQueryCommands: Sendable {
    let journal: FeedbackJournal

    private var parameters: EntryParameters { EntryParameters(journal: journal) }

    var list: Command {
        Command(
            "list", "List feedback, newest first",
            discussion: "show, edit, share and delete take the row of an entry in this list, or the end of its id.",
            examples: [
                .init("list --limit 5", "the newest five"),
                .init("list --status draft", "what nobody else has seen yet"),
                .init("list --kind praise --from '30 days ago'", "praise since a day", runs: false),
            ],
            EntryParameters.limit, parameters.filter, returns: .list(EntryRow.fields)
        ) { limit, filter in
            var filter = try filter()
            filter.limit = limit
            return try listOutput(journal.numbered(filter), filter)
        }
    }

    var search: Command {
        Command(
            "search", "Find feedback by words",
            discussion: """
                Looks at all four sections, the other person, the project, the next step and the tags. All words must be there; for the last word, its \
                beginning is enough. Capital letters and accents do not matter. '"Quoted words"' must be next to each other. Hangul is found by its \
                syllables, by the beginning of a word, and by initial consonants.
                """,
            examples: [
                .init("search demo", "everything with this word, or a word that begins like it"),
                .init("search --kind praise '\"demo\"'", "the whole word, in praise alone"),
            ],
            .rest("words", ValueKind("WORD") { word, _ in word }, "what to look for; all words must be there"),
            .option("limit", .integer(1...1_000_000), default: FeedbackJournal.listLimit, "how many at most"),
            parameters.filter,
            returns: .list(EntryRow.fields)
        ) { words, limit, filter in
            let result = try journal.search(words, limit: limit, filter())
            var output = Output.list(
                result.records.map(journal.row), EntryRow.fields, heading: StyledText("\(result.count) found", .title),
                empty: try SearchQuery(words).isEmpty ? SearchQuery.hint : "Nothing has all of these words.",
                next: result.records.first.map { ["show \($0.id.shortForm)"] } ?? ["list"])
            if result.records.count < result.count {
                output.notice = "Showing \(result.records.count) of \(result.count); --limit shows more."
            }
            return output
        }
    }

    var show: Command {
        let id = parameters.id
        return Command(
            "show", "Show feedback with its share history", examples: [.init("show latest", "the newest")], id,
            returns: .one(EntryDetail.fields)
        ) { id in
            let entry = try journal.entry(id)
            let detail = try journal.detail(entry)
            return .one(
                detail, EntryDetail.fields, blocks: EntryView(journal: journal, detail: detail).blocks,
                next: [
                    "edit \(entry.id.shortForm)",
                    entry.status == .draft
                        ? "share \(entry.id.shortForm) --to ADDRESS" : "mark \(entry.id.shortForm) discussed",
                ])
        }
    }

    var history: Command {
        Command(
            "history", "List what was shared, latest first", examples: [.init("history --limit 10", "the last ten")],
            EntryParameters.limit, returns: .list(ShareRow.fields)
        ) { limit in
            let shares = try journal.shares(limit: limit)
            let previews = try journal.previews(of: shares.map(\.entryId))
            let rows = shares.map {
                ShareRow(share: $0, preview: previews[$0.entryId] ?? "", day: journal.day(of: $0.sharedAt))
            }
            return .list(
                rows, ShareRow.fields, heading: "Share history",
                empty: "Nothing has been shared yet. `share ID --to ADDRESS --preview` shows what would be sent.",
                next: (shares.first.map { ["show \($0.entryId.shortForm)"] } ?? []) + ["list"])
        }
    }

    private func listOutput(_ page: (entries: [FeedbackEntry], rows: [Int?]), _ filter: EntryFilter) throws -> Output {
        let entries = page.entries
        let counts = try journal.counts()
        let footer = "\(entries.count) of \(counts.all), \(counts.shared) of them shared."
        return .list(
            entries.map(journal.row), EntryRow.fields, heading: "Feedback",
            empty: counts.all == 0 ? FeedbackHome.invitation : "There is no such feedback.",
            footer: !filter.isRestrictive && !entries.isEmpty ? [.paragraph(StyledText(declared: footer, .muted))] : [],
            next: page.rows.first.map { ["show \($0 ?? 1)", "new"] }
                ?? (counts.all == 0 ? FeedbackHome.firstSteps : ["list"])
        ).numbered(.at(page.rows), of: FeedbackJournal.naming.list, shownBy: "show ROW")
    }
}

/// The page of an entry: its facts, sections and share history.
struct EntryView {
    let journal: FeedbackJournal
    let detail: EntryDetail

    var blocks: [Block] {
        let entry = detail.row.entry
        let sections = FeedbackSection.allCases.flatMap { section -> [Block] in
            let text = entry.text[section]
            return [.gap, .heading(StyledText(declared: section.heading, .title))]
                + (text.isEmpty ? [.paragraph(StyledText("Nothing written.", .muted))] : EntryView.lines(text))
        }
        return [.facts(facts(entry))] + sections + history
    }

    /// Returns one block per line, which preserves line breaks.
    static func lines(_ text: String) -> [Block] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.allSatisfy(\.isWhitespace) ? .gap : .paragraph(StyledText(String($0)))
        }
    }

    private func facts(_ entry: FeedbackEntry) -> [(name: String, value: StyledText)] {
        var facts: [(name: String, value: StyledText)] = [("ID", StyledText(entry.id.rawValue))]
        if let other = entry.recipient {
            facts.append((entry.direction == .given ? "For" : "From", StyledText(other.title)))
        }
        if let kind = entry.kind { facts.append(("Kind", StyledText(declared: kind.rawValue))) }
        if entry.status == .discussed || entry.status == .done {
            facts.append(("Status", StyledText(declared: statusText(entry))))
        }
        if let day = entry.happenedOn { facts.append(("Happened", StyledText(day.description))) }
        if let project = entry.project { facts.append(("Project", StyledText(project))) }
        if let step = entry.followUp {
            facts.append(("Next step", FollowUpText(entry, step, today: journal.today).styled))
        }
        if !entry.tags.isEmpty { facts.append(("Tags", StyledText(entry.tags.joined(separator: ", ")))) }
        facts.append(("Written", StyledText(journal.day(of: entry.createdAt).description)))
        if entry.updatedAt != entry.createdAt {
            facts.append(("Modified", StyledText(detail.row.modified.description)))
        }
        return facts
    }

    private func statusText(_ entry: FeedbackEntry) -> String {
        let days = [entry.discussedOn.map { "discussed on \($0)" }, entry.doneOn.map { "done on \($0)" }].compactMap(
            \.self)
        return days.joined(separator: ", ")
    }

    private var history: [Block] {
        guard let last = detail.shares.first else { return [.gap, .paragraph(StyledText("Not shared yet.", .muted))] }
        let heading = "Shared \(detail.shares.count)×, last on \(last.day)"
        return [.gap, .heading(StyledText(declared: heading, .good))]
            + [.facts(detail.shares.map { ($0.day.description, StyledText(ShareRow.title($0.share))) })]
    }
}
