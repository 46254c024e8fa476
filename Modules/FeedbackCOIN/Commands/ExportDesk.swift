import Documents
import FeedbackCOIN
import Kernel
import Terminal

/// All entries as one file.
struct ExportDesk: Sendable {
    let journal: FeedbackJournal

    private enum Form { case markdown, csv, html }

    var export: Command {
        Command(
            "export", "Write all feedback to a file",
            discussion: "As JSON with --json, or when no form is named: an array with the keys of `list`.",
            examples: [.init("export --markdown", "to standard output"), .init("export --html -", "a page, to standard output")],
            .optionalArgument("file", .outputFile, "the file to write; standard output when left out, or for -"),
            .flag("markdown", "as Markdown"), .flag("csv", "as comma-separated values (RFC 4180), one row an entry"),
            .flag("html", "as one web page that needs nothing else"), .flag("replace", "replace the file if it exists")
        ) { file, markdown, csv, html, isReplacing in
            let forms: [Form?] = [markdown ? .markdown : nil, csv ? .csv : nil, html ? .html : nil]
            return try Destination(file, replacing: isReplacing).taking(
                rendered(forms.compactMap { $0 }), counted(journal.counts().all, "entry", "entries"))
        }
    }

    private func rendered(_ forms: [Form]) throws -> [UInt8] {
        guard forms.count < 2 else {
            throw Failure(
                .contradiction, "An export has one form.", advice: "Give one of --markdown, --csv and --html.", kind: .usage)
        }
        let rows = try journal.entries(EntryFilter()).map(journal.row)
        switch forms.first {
        case .markdown: return Array(page(rows).markdown().utf8)
        case .html: return Array(page(rows).html().utf8)
        case .csv: return Array(CSV.text(table(rows)).utf8)
        case nil: return try RecordFile.json(rows, EntryRow.fields)
        }
    }

    // MARK: - Forms

    private func page(_ rows: [EntryRow]) -> Page {
        Page(
            title: "COIN Feedback",
            parts: [.remark("\(counted(rows.count, "entry", "entries, newest first")).")] + rows.map(part),
            footer: "Generated: \(journal.today)")
    }

    private func part(_ row: EntryRow) -> Part {
        let entry = row.entry
        var facts: [(name: String, value: String)] = [("Written", journal.day(of: entry.createdAt).description)]
        if entry.updatedAt != entry.createdAt { facts.append(("Modified", row.modified.description)) }
        if let recipient = entry.recipient { facts.append(("For", recipient.title)) }
        if !entry.tags.isEmpty { facts.append(("Tags", entry.tags.joined(separator: ", "))) }
        if let sharedAt = entry.sharedAt {
            let people = entry.recipients.joined(separator: ", ")
            facts.append(("Shared", "\(entry.shareCount)×, last on \(journal.day(of: sharedAt)), with \(people)"))
        }
        let sections = FeedbackSection.allCases.filter { !entry.text[$0].isEmpty }.flatMap { section in
            [Part.heading(section.heading, level: 3), .paragraph(entry.text[section])]
        }
        return .group([.heading(entry.text.preview, level: 2), .facts(facts)] + sections)
    }

    /// One column a key of `list`, the recipient's parts in two, lists parted by semicolons.
    private func table(_ rows: [EntryRow]) -> [[String]] {
        let titles = EntryRow.fields.flatMap { $0.name == "recipient" ? ["recipientName", "recipientAddress"] : [$0.name] }
        return [titles]
            + rows.map { row in
                EntryRow.fields.flatMap { field -> [String] in
                    guard field.name != "recipient" else {
                        return [row.entry.recipient?.name ?? "", row.entry.recipient?.address?.text ?? ""]
                    }
                    guard case .list(let values) = field.value(row) else { return [field.value(row).plainText] }
                    return [values.map(\.plainText).joined(separator: "; ")]
                }
            }
    }
}
