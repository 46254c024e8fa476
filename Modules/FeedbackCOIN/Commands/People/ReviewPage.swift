import Documents
import FeedbackCOIN
import Kernel

/// The page about a person for a review: the balance, open steps and all entries in full.
struct ReviewPage {
    let row: ReviewRow
    let journal: FeedbackJournal

    private var review: PersonReview { row.review }
    private var person: Person { review.person.person }

    var page: Page {
        Page(
            title: "Feedback: \(person.title)",
            parts: [.remark(period), .facts(personFacts + row.facts)] + chart + steps + groups,
            footer:
                "Made with COIN Feedback on \(review.day). For the two of you; whoever holds it decides who else reads it."
        )
    }

    private var period: String {
        let count = counted(review.entries.count, "entry", "entries")
        return switch (review.period.first, review.period.last) {
        case (let first?, let last?): "\(count) from \(first) to \(last)"
        case (let first?, nil): "\(count) since \(first)"
        case (nil, let last?): "\(count) up to \(last)"
        case (nil, nil): "\(count), all there is"
        }
    }

    private var personFacts: [(name: String, value: String)] {
        [("Team", person.team), ("Pronoun", person.pronoun), ("Address", person.address?.text)].compactMap {
            name, text in
            text.map { (name, $0) }
        }
    }

    private var chart: [Part] {
        let balance = review.given
        guard balance.praise + balance.growth > 1 else { return [] }
        let points = [("Praise", balance.praise), ("Growth", balance.growth)].map {
            Chart.Point($0.0, Double($0.1), figure: counted($0.1, "entry", "entries"))
        }
        return [
            .keptTogether([
                .heading("The balance of what you gave", level: 2), .chart(Chart("Praise and growth", .bars, points)),
            ])
        ]
    }

    private var steps: [Part] {
        guard !row.steps.isEmpty else { return [] }
        return [.keptTogether([.heading("Next steps", level: 2), PagePart.steps(row.steps)])]
    }

    private var groups: [Part] {
        let givenRows = row.entries.filter { $0.entry.direction == .given }
        let kinds: [(FeedbackKind?, String)] = [
            (.praise, "Praise"), (.growth, "Growth"), (nil, "Neither praise nor growth"),
        ]
        let groups =
            kinds.map { kind, title in (title, givenRows.filter { $0.entry.kind == kind }) }
            + [("What you received", row.entries.filter { $0.entry.direction == .received })]
        return groups.filter { !$0.1.isEmpty }.flatMap { title, rows in
            [Part.heading("\(title) (\(rows.count))", level: 2)] + rows.map { PagePart.entry($0, in: journal) }
        }
    }
}

/// The page for a conversation.
struct AgendaPage {
    let row: AgendaRow
    let journal: FeedbackJournal

    var page: Page {
        let meetingSentence =
            row.agenda.lastMeeting.map { "The last talk was on \($0)." } ?? "The first talk about feedback."
        let groups = row.groups.flatMap { group in
            [Part.heading(group.heading, level: 2)] + group.items.map { PagePart.entry($0, in: journal) }
        }
        let steps: [Part] =
            row.steps.isEmpty ? [] : [.keptTogether([.heading("Next steps", level: 2), PagePart.steps(row.steps)])]
        return Page(
            title: "Talk with \(row.agenda.person.person.title)",
            parts: [.remark(meetingSentence)] + groups + steps
                + (row.agenda.isEmpty ? [.paragraph("There is nothing to talk over.")] : []),
            footer: "Made with COIN Feedback on \(row.agenda.day).")
    }
}

/// The parts that several pages share.
enum PagePart {
    static func steps(_ rows: [DueRow]) -> Part {
        .table(
            titles: ["Until", "What", "How it stands"],
            rows: rows.map { [$0.followUp.due.description, $0.text.step, $0.text.state] })
    }

    /// Returns a full entry in a frame.
    static func entry(_ row: EntryRow, in journal: FeedbackJournal) -> Part {
        let entry = row.entry
        var details = [row.day.description, entry.status.rawValue]
        if let project = entry.project { details.append(project) }
        if entry.direction == .received { details.append("received") }
        let filledSections = FeedbackSection.allCases.filter { !entry.text[$0].isEmpty }
        // The heading already contains a short context.
        let sections = filledSections.filter { $0 != .context || entry.text.context != entry.text.preview }.flatMap {
            section in
            [Part.heading(section.heading, level: 4), .paragraph(entry.text[section])]
        }
        let step =
            entry.followUp.map { [Part.remark("Next step: \(FollowUpText(entry, $0, today: journal.today).text)")] }
            ?? []
        return .group(
            [.heading(entry.text.preview, level: 3), .remark(details.joined(separator: ", "))] + sections + step)
    }
}
