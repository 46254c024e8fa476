import FeedbackCOIN
import Kernel
import Search
import Terminal

/// Looking at entries.
struct LookingDesk: Sendable {
    let journal: FeedbackJournal

    private var parameters: EntryParameters { EntryParameters(journal: journal) }

    var list: Command {
        Command(
            "list", "List feedback, newest first",
            discussion: "show, edit, share and delete take the row of an entry in this list, or the end of its id.",
            examples: [.init("list --limit 5", "the newest five"), .init("list --unshared", "what you have not shared")],
            EntryParameters.limit,
            .option("tag", EntryParameters.raw, "only those with this tag"),
            .flag("shared", "only those that were shared"),
            .flag("unshared", "only those that were not"), returns: .list(EntryRow.fields)
        ) { limit, tag, shared, unshared in
            guard !(shared && unshared) else {
                throw Failure(
                    .contradiction, "--shared and --unshared together match nothing.", advice: "Use only one of them.",
                    kind: .usage)
            }
            let sharing: Bool? = shared ? true : unshared ? false : nil
            let filter = EntryFilter(limit: limit, tag: tag, isShared: sharing)
            return try listed(journal.numbered(filter), filter)
        }
    }

    var search: Command {
        RecordSearch(
            "search", "Find feedback by words", looksAt: "all four sections, the recipient and the tags", example: "demo",
            usual: FeedbackJournal.listLimit, returns: EntryRow.fields,
            find: { words, limit in
                let found = try journal.search(words, limit: limit)
                return SearchResult(records: found.records.map(journal.row), count: found.count)
            }, next: { $0.map { ["show \($0.entry.id.end)"] } ?? ["list"] }
        ).command
    }

    var show: Command {
        let id = parameters.id
        return Command(
            "show", "Show feedback with its share history", examples: [.init("show latest", "the newest")],
            id,
            returns: .one(EntryDetail.fields)
        ) { id in
            let entry = try journal.entry(id)
            let detail = try journal.detail(entry)
            return .one(
                detail, EntryDetail.fields, blocks: EntryView(journal: journal, detail: detail).blocks,
                next: ["edit \(entry.id.end)", "share \(entry.id.end) --to ADDRESS"])
        }
    }

    var history: Command {
        Command(
            "history", "List what was shared, latest first", examples: [.init("history --limit 10", "the last ten")],
            EntryParameters.limit, returns: .list(ShareRow.fields)
        ) { limit in
            let shares = try journal.shares(limit: limit)
            let rows = shares.map { journal.row($0, of: try? journal.entry($0.entryId.rawValue)) }
            return .list(
                rows, ShareRow.fields, heading: "Share history",
                empty: "Nothing has been shared yet. `share ID --to ADDRESS --preview` shows what would be sent.",
                next: (shares.first.map { ["show \($0.entryId.end)"] } ?? []) + ["list"])
        }
    }

    private func listed(_ found: (entries: [FeedbackEntry], rows: [Int?]), _ filter: EntryFilter) throws -> Output {
        let entries = found.entries
        let counts = try journal.counts()
        let isWhole = filter.tag == nil && filter.isShared == nil
        let footer = "\(entries.count) of \(counts.all), \(counts.shared) of them shared."
        return .list(
            entries.map(journal.row), EntryRow.fields, heading: "Feedback",
            empty: counts.all == 0 ? FeedbackHome.invitation : "There is no such feedback.",
            footer: isWhole && !entries.isEmpty ? [.paragraph(StyledText(footer, .muted))] : [],
            next: found.rows.first.map { ["show \($0 ?? 1)", "new"] } ?? (counts.all == 0 ? FeedbackHome.firstSteps : ["list"])
        ).numbered(.at(found.rows), of: FeedbackJournal.naming.list, shownBy: "show ROW")
    }
}

/// An entry on a page: its facts, its sections, its share history.
struct EntryView {
    let journal: FeedbackJournal
    let detail: EntryDetail

    var blocks: [Block] {
        let entry = detail.row.entry
        let sections = FeedbackSection.allCases.flatMap { section -> [Block] in
            let text = entry.text[section]
            return [.gap, .heading(StyledText(section.heading, .title))]
                + (text.isEmpty ? [.paragraph(StyledText("Nothing written.", .muted))] : EntryView.lines(text))
        }
        return [.facts(facts(entry))] + sections + history
    }

    /// One block a line, so that line ends stay.
    static func lines(_ text: String) -> [Block] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.allSatisfy(\.isWhitespace) ? .gap : .paragraph(StyledText(String($0)))
        }
    }

    private func facts(_ entry: FeedbackEntry) -> [(name: String, value: StyledText)] {
        var facts: [(name: String, value: StyledText)] = [("ID", StyledText(entry.id.rawValue))]
        if let recipient = entry.recipient { facts.append(("For", StyledText(recipient.title))) }
        if !entry.tags.isEmpty { facts.append(("Tags", StyledText(entry.tags.joined(separator: ", ")))) }
        facts.append(("Written", StyledText(journal.day(of: entry.createdAt).description)))
        if entry.updatedAt != entry.createdAt { facts.append(("Modified", StyledText(detail.row.modified.description))) }
        return facts
    }

    private var history: [Block] {
        guard let last = detail.shares.first else { return [.gap, .paragraph(StyledText("Not shared yet.", .muted))] }
        let heading = "Shared \(detail.shares.count)×, last on \(last.day)"
        return [.gap, .heading(StyledText(heading, .good))]
            + [.facts(detail.shares.map { ($0.day.description, StyledText(ShareRow.title($0.share))) })]
    }
}
