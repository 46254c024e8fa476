import Documents
import FeedbackCOIN
import Interface
import Kernel

/// The command `export`, which writes entries to one file.
struct ExportCommand: Sendable {
    let journal: FeedbackJournal
    let press: Press

    var export: Command {
        Command(
            "export", "Write feedback to a file: all of it, or what a person, a period or a status leaves",
            discussion: """
                The form is the one that you name, or else the ending of the file's name: .json, .md, .csv, .html, .pdf or .docx. Otherwise it is \
                JSON, an array with the keys of `list` and the share events; `import` takes it back.

                PDF and Word are for Premium. A PDF needs chromium or weasyprint; Word needs nothing. In a table a field that a spreadsheet would \
                take for a formula, because it begins with =, +, - or @, gets an apostrophe in front, which `import` takes off again.
                """,
            examples: [
                .init("export --markdown", "to standard output"),
                .init("export --html -", "a page, to standard output"),
                .init("export feedback.csv", "a table", runs: false),
                .init("export --person Sam --from 2026-07-01 sam.md", "about somebody, since a day", runs: false),
                .init("export --entry latest feedback.docx", "one entry, for Word", runs: false),
            ],
            .optionalArgument("file", .outputFile, "the file to write; standard output if left out, or for -"),
            ExportFormat.named, .flag("replace", "replace the file if it exists"),
            .options("entry", EntryParameters(journal: journal).ids, "only this entry; repeat it for a selection"),
            EntryParameters(journal: journal).filter
        ) { file, forms, isReplacing, names, filter in
            let form = try ExportFormat.chosen(forms, for: file)
            if form.isDocument { try journal.requireDocuments() }
            let selectedIDs = try Set(names.map { try journal.entry($0).id })
            let rows = try journal.entries(filter()).filter { selectedIDs.isEmpty || selectedIDs.contains($0.id) }.map(
                journal.row)
            let suggestedName = form.isDocument ? "feedback.\(form.rawValue)" : nil
            return try Destination(file, replacing: isReplacing, suggesting: suggestedName).write(
                bytes(form, rows), counted(rows.count, "entry", "entries"))
        }
    }

    private func bytes(_ form: ExportFormat, _ rows: [EntryRow]) throws -> [UInt8] {
        switch form {
        case .markdown, .html, .pdf, .docx: try form.bytes(of: page(rows), by: press)
        case .csv: Array(CSV.text(table(rows)).utf8)
        case .json: try RecordFile.json(journal.details(rows.map(\.entry)), EntryDetail.fields)
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
        if let other = entry.recipient { facts.append((entry.direction == .given ? "For" : "From", other.title)) }
        if let kind = entry.kind { facts.append(("Kind", kind.rawValue)) }
        if let day = entry.discussedOn { facts.append(("Discussed", day.description)) }
        if let day = entry.doneOn { facts.append(("Done", day.description)) }
        if let day = entry.happenedOn { facts.append(("Happened", day.description)) }
        if let project = entry.project { facts.append(("Project", project)) }
        if let step = entry.followUp {
            facts.append(("Next step", FollowUpText(entry, step, today: journal.today).text))
        }
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

    /// Returns the entries as a table with one column per key of `list`.
    ///
    /// Lists are separated by commas, which neither tags nor addresses contain. A value with parts
    /// has a column for each part.
    private func table(_ rows: [EntryRow]) -> [[String]] {
        let titles = EntryRow.fields.flatMap { field in
            ExportCommand.subfields[field.name].map { $0.map { field.name + $0.capitalizedFirst } } ?? [
                field.name
            ]
        }
        return [titles]
            + rows.map { row in
                EntryRow.fields.flatMap { field -> [String] in
                    let value = field.value(row)
                    if let subfields = ExportCommand.subfields[field.name] {
                        return subfields.map { value.member($0).plainText }
                    }
                    guard case .list(let values) = value else { return [value.plainText] }
                    return [values.map(\.plainText).joined(separator: ", ")]
                }
            }
    }

    /// The keys of the values that have a column for each part.
    private static let subfields = ["recipient": ["name", "address"], "followUp": ["step", "due", "doneOn"]]
}

extension OutputValue {
    fileprivate func member(_ name: String) -> OutputValue {
        guard case .object(let members) = self else { return .null }
        return members.first { $0.name == name }?.value ?? .null
    }
}
