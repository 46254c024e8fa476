import Documents
import FeedbackCOIN
import Kernel
import Terminal

/// All entries as one file.
struct ExportDesk: Sendable {
    let journal: FeedbackJournal

    private enum Form: CaseIterable {
        case json, markdown, csv, html

        /// How the names of its files end.
        var endings: [String] {
            switch self {
            case .json: ["json"]
            case .markdown: ["md", "markdown"]
            case .csv: ["csv"]
            case .html: ["html", "htm"]
            }
        }
    }

    var export: Command {
        Command(
            "export", "Write feedback to a file: all of it, or what a person, a period or a status leaves",
            discussion: """
                The form is the one that you name, or else the ending of the file's name: .json, .md, .csv or .html. Otherwise it is JSON, an array \
                with the keys of `list`.
                """,
            examples: [
                .init("export --markdown", "to standard output"), .init("export --html -", "a page, to standard output"),
                .init("export feedback.csv", "a table", runs: false),
                .init("export --person Sam --from 2026-07-01 sam.md", "about somebody, since a day", runs: false),
            ],
            .optionalArgument("file", .outputFile, "the file to write; standard output if left out, or for -"),
            .flag("markdown", "as Markdown"), .flag("csv", "as comma-separated values (RFC 4180), one row an entry"),
            .flag("html", "as one web page that needs nothing else"), .flag("replace", "replace the file if it exists"),
            EntryParameters(journal: journal).filter
        ) { file, markdown, csv, html, isReplacing, filter in
            let forms: [Form?] = [markdown ? .markdown : nil, csv ? .csv : nil, html ? .html : nil]
            let form = try form(forms.compactMap { $0 }, file)
            let rows = try journal.entries(filter()).map(journal.row)
            return try Destination(file, replacing: isReplacing).taking(
                rendered(form, rows), counted(rows.count, "entry", "entries"))
        }
    }

    private func form(_ named: [Form], _ file: OutputFile?) throws -> Form {
        guard named.count < 2 else {
            throw Failure(
                .contradiction, "An export can only have one form.", advice: "Use only one of --markdown, --csv and --html.",
                kind: .usage)
        }
        if let form = named.first { return form }
        let name = file?.path.split(separator: "/").last ?? "-"
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return .json }
        let ending = name[dot...].dropFirst().lowercased()
        guard let form = Form.allCases.first(where: { $0.endings.contains(ending) }) else {
            throw Failure(
                .formUnknown, "An export cannot have the form “.\(ending)”.",
                advice: "Use a name that ends in .json, .md, .csv or .html, or name the form, as in --csv.", kind: .usage)
        }
        return form
    }

    private func rendered(_ form: Form, _ rows: [EntryRow]) throws -> [UInt8] {
        switch form {
        case .markdown: Array(page(rows).markdown().utf8)
        case .html: Array(page(rows).html().utf8)
        case .csv: Array(CSV.text(table(rows)).utf8)
        case .json: try RecordFile.json(rows, EntryRow.fields)
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
        if let step = entry.followUp { facts.append(("Next step", FollowUpText(entry, step, today: journal.today).text)) }
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

    /// One column a key of `list`, lists parted by semicolons; what has parts of its own has a column for each.
    private func table(_ rows: [EntryRow]) -> [[String]] {
        let titles = EntryRow.fields.flatMap { field in
            ExportDesk.parts[field.name].map { $0.map { field.name + $0.prefix(1).uppercased() + $0.dropFirst() } } ?? [
                field.name
            ]
        }
        return [titles]
            + rows.map { row in
                EntryRow.fields.flatMap { field -> [String] in
                    let value = field.value(row)
                    if let parts = ExportDesk.parts[field.name] { return parts.map { value.member($0).plainText } }
                    guard case .list(let values) = value else { return [value.plainText] }
                    return [values.map(\.plainText).joined(separator: "; ")]
                }
            }
    }

    /// The keys that have parts of their own.
    private static let parts = ["recipient": ["name", "address"], "followUp": ["step", "due", "doneOn"]]
}

extension FieldValue {
    fileprivate func member(_ name: String) -> FieldValue {
        guard case .object(let members) = self else { return .null }
        return members.first { $0.name == name }?.value ?? .null
    }
}
